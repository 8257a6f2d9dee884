// flags: -fobjc-arc
// registering.m - registering, handling notifications and unregistering: contexts, options, change dictionaries.
#import <Foundation/Foundation.h>

@interface Account : NSObject
@property(nonatomic, assign) NSInteger balance;
@property(nonatomic, assign) double interestRate;
@property(nonatomic, copy) NSArray<NSString *> *entries;
@end

@implementation Account
@end

// The superclass of Person observes the same key path independently.
@interface Taxpayer : NSObject
- (void)registerAsTaxpayerForAccount:(Account *)account;
- (void)unregisterAsTaxpayerForAccount:(Account *)account;
@end

@interface Person : Taxpayer
- (void)registerAsObserverForAccount:(Account *)account;
- (void)unregisterAsObserverForAccount:(Account *)account;
@end

// The address of a static variable is a context that no other class uses.
static void *TaxpayerBalanceContext = &TaxpayerBalanceContext;
static void *PersonAccountBalanceContext = &PersonAccountBalanceContext;
static void *PersonAccountInterestRateContext = &PersonAccountInterestRateContext;

@implementation Taxpayer

- (void)registerAsTaxpayerForAccount:(Account *)account {
    [account addObserver:self
              forKeyPath:@"balance"
                 options:NSKeyValueObservingOptionNew
                 context:TaxpayerBalanceContext];
}

- (void)unregisterAsTaxpayerForAccount:(Account *)account {
    [account removeObserver:self forKeyPath:@"balance" context:TaxpayerBalanceContext];
}

- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary<NSKeyValueChangeKey, id> *)change
                       context:(void *)context {
    if (context == TaxpayerBalanceContext) {
        NSLog(@"  Taxpayer: balance is %@", change[NSKeyValueChangeNewKey]);
    } else {
        // NSObject raises NSInternalInconsistencyException, because no class has handled the notification.
        [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
    }
}

@end

@implementation Person

- (void)registerAsObserverForAccount:(Account *)account {
    [account addObserver:self
              forKeyPath:@"balance"
                 options:(NSKeyValueObservingOptionNew | NSKeyValueObservingOptionOld)
                 context:PersonAccountBalanceContext];

    [account addObserver:self
              forKeyPath:@"interestRate"
                 options:(NSKeyValueObservingOptionNew | NSKeyValueObservingOptionOld)
                 context:PersonAccountInterestRateContext];
}

- (void)unregisterAsObserverForAccount:(Account *)account {
    [account removeObserver:self forKeyPath:@"balance" context:PersonAccountBalanceContext];

    [account removeObserver:self forKeyPath:@"interestRate" context:PersonAccountInterestRateContext];
}

- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary<NSKeyValueChangeKey, id> *)change
                       context:(void *)context {
    if (context == PersonAccountBalanceContext) {
        NSLog(@"  Person: balance was %@, is %@", change[NSKeyValueChangeOldKey], change[NSKeyValueChangeNewKey]);

    } else if (context == PersonAccountInterestRateContext) {
        NSLog(@"  Person: interestRate was %@, is %@", change[NSKeyValueChangeOldKey], change[NSKeyValueChangeNewKey]);

    } else {
        // Any unrecognized context must belong to super.
        [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
    }
}

@end

// Prints the contents of each change dictionary.
@interface ChangePrinter : NSObject
@end

@implementation ChangePrinter

- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary<NSKeyValueChangeKey, id> *)change
                       context:(void *)context {
    static NSString *const kinds[] = {@"", @"setting", @"insertion", @"removal", @"replacement"};
    NSMutableArray<NSString *> *parts = [NSMutableArray array];
    [parts addObject:kinds [[change [NSKeyValueChangeKindKey] unsignedIntegerValue]]];
    if (change[NSKeyValueChangeNotificationIsPriorKey]) [parts addObject:@"prior"];
    if (change[NSKeyValueChangeIndexesKey]) {
        NSIndexSet *indexes = change[NSKeyValueChangeIndexesKey];
        [parts addObject:[NSString stringWithFormat:@"%lu index, the first is %lu", indexes.count, indexes.firstIndex]];
    }
    for (NSKeyValueChangeKey key in @[ NSKeyValueChangeOldKey, NSKeyValueChangeNewKey ]) {
        id value = change[key];
        if (!value) continue;
        if ([value isKindOfClass:[NSArray class]]) value = [value firstObject] ?: @"no element";
        [parts addObject:[NSString stringWithFormat:@"%@ = %@", key, value]];
    }
    NSString *line = parts.firstObject;
    for (NSUInteger i = 1; i < parts.count; i++) line = [line stringByAppendingFormat:@", %@", parts[i]];
    NSLog(@"  %@: %@", keyPath, line);
}

@end

static void ObserveWithContexts(Account *account) {
    Person *person = [[Person alloc] init];
    NSLog(@"Person observes balance and interestRate");
    [person registerAsObserverForAccount:account];
    account.balance = 100;
    account.interestRate = 0.025;

    NSLog(@"Taxpayer, its superclass, observes balance, too; the latest observer is notified first");
    [person registerAsTaxpayerForAccount:account];
    account.balance = 250;
    [person unregisterAsTaxpayerForAccount:account];

    NSLog(@"A context that no class knows reaches NSObject");
    [account addObserver:person forKeyPath:@"balance" options:0 context:NULL];
    @try {
        account.balance = 300;
    } @catch (NSException *exception) {
        NSLog(@"  %@", exception.name);
    }
    [account removeObserver:person forKeyPath:@"balance" context:NULL];

    NSLog(@"Unregistering ends the notifications, and a second time is an error");
    [person unregisterAsObserverForAccount:account];
    account.balance = 400;
    @try {
        [person unregisterAsObserverForAccount:account];
    } @catch (NSException *exception) {
        NSLog(@"  %@: %@", exception.name, exception.reason);
    }
}

static void ObserveWithOptions(Account *account) {
    ChangePrinter *printer = [[ChangePrinter alloc] init];
    struct {
        NSString *title;
        NSKeyValueObservingOptions options;
    } cases[] = {
        {@"No options: only the kind", 0},
        {@"New", NSKeyValueObservingOptionNew},
        {@"Old and new", NSKeyValueObservingOptionOld | NSKeyValueObservingOptionNew},
        {@"Initial and new: notified at once, before addObserver: returns",
         NSKeyValueObservingOptionInitial | NSKeyValueObservingOptionNew},
        {@"Prior, old and new: notified before and after the change",
         NSKeyValueObservingOptionPrior | NSKeyValueObservingOptionOld | NSKeyValueObservingOptionNew},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        NSLog(@"%@", cases[i].title);
        [account addObserver:printer forKeyPath:@"balance" options:cases[i].options context:NULL];
        account.balance += 1;
        [account removeObserver:printer forKeyPath:@"balance"];
    }
}

static void ObserveToManyRelationship(Account *account) {
    ChangePrinter *printer = [[ChangePrinter alloc] init];
    NSLog(@"A to-many relationship: old and new are arrays, of which the first element is printed");
    [account addObserver:printer
              forKeyPath:@"entries"
                 options:(NSKeyValueObservingOptionNew | NSKeyValueObservingOptionOld)
                 context:NULL];
    account.entries = @[ @"rent" ];
    NSMutableArray<NSString *> *entries = [account mutableArrayValueForKey:@"entries"];
    [entries addObject:@"salary"];
    [entries replaceObjectAtIndex:0 withObject:@"food"];
    [entries removeObjectAtIndex:1];
    [account removeObserver:printer forKeyPath:@"entries"];
}

int main(void) {
    @autoreleasepool {
        Account *account = [[Account alloc] init];
        ObserveWithContexts(account);
        ObserveWithOptions(account);
        ObserveToManyRelationship(account);
    }
    return 0;
}
