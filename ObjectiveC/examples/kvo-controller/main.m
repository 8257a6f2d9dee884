// flags: -fobjc-arc
// main.m - a view controller that observes with its KVOController, and need not remove its observations.
#import "KVOController.h"

@interface Person : NSObject
@property(nonatomic, assign) NSInteger age;
@property(nonatomic, copy) NSString *name;
@end

@implementation Person
@end

@interface ViewController : NSObject
- (void)viewDidLoad;
- (void)touchesBegan;
@property(nonatomic, strong) Person *person;
@end

@implementation ViewController {
    KVOController *_kvoController;
}

- (void)viewDidLoad {
    _person = [[Person alloc] init];
    _kvoController = [KVOController controllerWithObserver:self];
    [_kvoController observe:_person
                    keyPath:@"age"
                    options:NSKeyValueObservingOptionInitial | NSKeyValueObservingOptionNew
                      block:^(NSString *keyPath, id object, NSDictionary<NSKeyValueChangeKey, id> *change) {
                        NSLog(@"keyPath:%@ age:%@", keyPath, change[NSKeyValueChangeNewKey]);
                      }];
    [_kvoController
        observe:_person
        keyPath:@"name"
        options:NSKeyValueObservingOptionOld | NSKeyValueObservingOptionNew
          block:^(NSString *keyPath, id object, NSDictionary<NSKeyValueChangeKey, id> *change) {
            NSLog(@"keyPath:%@ from:%@ to:%@", keyPath, change[NSKeyValueChangeOldKey], change[NSKeyValueChangeNewKey]);
          }];
}

- (void)touchesBegan {
    _person.age++;
}

- (void)stopObservingName {
    [_kvoController unobserve:_person keyPath:@"name"];
    [_kvoController unobserve:_person keyPath:@"name"];  // has no effect and raises no exception
}

- (void)dealloc {
    NSLog(@"ViewController dealloc");
}

@end

int main(void) {
    @autoreleasepool {
        Person *person;
        @autoreleasepool {
            ViewController *viewController = [[ViewController alloc] init];
            [viewController viewDidLoad];
            person = viewController.person;
            [viewController touchesBegan];
            [viewController touchesBegan];
            person.name = @"Ann";
            [viewController stopObservingName];
            person.name = @"Bob";
        }
        person.age = 30;
        NSLog(@"age:%ld, and the person is %@", person.age, person.observationInfo ? @"observed" : @"not observed");
    }
    return 0;
}
