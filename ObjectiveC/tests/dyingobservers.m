// dyingobservers.m - objects that set properties in their own -dealloc, before they remove themselves as observers.
#import "check-foundation.h"
#import <objc/runtime.h>

static char log_text[400];

static void note(const char *word) { strcat(strcat(log_text, word), " "); }

@interface Model : NSObject
@property(nonatomic) BOOL selected;
@end
@implementation Model
@end

@interface View : NSObject {
  @public
    __unsafe_unretained Model *model;
}
@property(nonatomic, strong) id player;
@property(nonatomic, copy) NSArray *items;
@property(nonatomic, readonly) BOOL isPlaying;
@property(nonatomic, strong) Model *own;
@end
@implementation View
+ (NSSet *)keyPathsForValuesAffectingIsPlaying {
    return [NSSet setWithObject:@"player"];
}
- (BOOL)isPlaying {
    return _player != nil;
}
- (instancetype)initWithModel:(Model *)shown {
    if ((self = [super init])) {
        model = shown;
        self.own = AUTORELEASE([Model new]);
        self.items = @[];
        [model addObserver:self forKeyPath:@"selected" options:NSKeyValueObservingOptionNew context:NULL];
        for (NSString *path in @[ @"player", @"items", @"isPlaying", @"own.selected" ])
            [self addObserver:self forKeyPath:path options:NSKeyValueObservingOptionOld context:NULL];
    }
    return self;
}
- (void)observeValueForKeyPath:(NSString *)path
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    note(path.UTF8String);
}
- (void)dealloc {
    note("|");
    CHECK(!exception_of(^{ self->model.selected = NO; }));
    CHECK(!exception_of(^{ self.player = nil; }));
    CHECK(!exception_of(^{ self.own.selected = YES; }));
    CHECK(!exception_of(^{
      @autoreleasepool {  // the proxy retains its object
          [[self mutableArrayValueForKey:@"items"] addObject:@"last"];
      }
    }));
    CHECK(!exception_of(^{
      [self->model removeObserver:self forKeyPath:@"selected"];
      for (NSString *path in @[ @"player", @"items", @"isPlaying", @"own.selected" ])
          [self removeObserver:self forKeyPath:path];
    }));
#if !__has_feature(objc_arc)
    [_player release];
    [_items release];
    [_own release];
    [super dealloc];
#endif
}
@end

TEST("what a dealloc sets notifies the dying object itself, and its removals succeed") {
    Model *model = [Model new];
    @autoreleasepool {
        View *view = [[View alloc] initWithModel:model];
        view.player = @1;
        RELEASE(view);
    }
    CHECK(strcmp(log_text, "isPlaying player | selected isPlaying player own.selected items ") == 0);
    CHECK(object_getClass(model) == [Model class]);
    model.selected = YES;
    RELEASE(model);
}
