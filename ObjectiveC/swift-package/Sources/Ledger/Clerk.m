#import "Ledger.h"

@implementation Clerk {
    Basket *_basket;
    NSMutableArray<NSString *> *_notes;
}
- (instancetype)initWithBasket:(Basket *)basket {
    if ((self = [super init])) {
        _basket = basket;
        _notes = [NSMutableArray array];
        [basket addObserver:self forKeyPath:@"total" options:NSKeyValueObservingOptionNew context:NULL];
    }
    return self;
}
- (void)dealloc {
    [_basket removeObserver:self forKeyPath:@"total"];
}
- (NSArray<NSString *> *)notes {
    return _notes;
}
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    [_notes
        addObject:[NSString stringWithFormat:@"%@ %@: %@", [object class], keyPath, change[NSKeyValueChangeNewKey]]];
}
@end
