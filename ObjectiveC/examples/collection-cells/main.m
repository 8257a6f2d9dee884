// flags: -fobjc-arc
// main.m - reused cells and headers that observe their view controller: where to register them, and where not to.
//
// Each registration is removed exactly once if a view is registered when it appears, and removed when it disappears
// or, if it is still on the screen, in -dealloc of the view controller.
#import "CollectionView.h"

@interface ObservingView : CollectionReusableView
@end

@interface ViewController : NSObject <CollectionViewDelegate>
@property(nonatomic, assign) BOOL deleteMode;
@property(nonatomic, strong) CollectionView *collectionView;
- (void)registerView:(CollectionReusableView *)view;
- (void)unregisterView:(CollectionReusableView *)view;
@end

@implementation ObservingView

// Views must implement this themselves: NSObject's method raises an exception.
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary<NSKeyValueChangeKey, id> *)change
                       context:(void *)context {
    NSLog(@"  %@ is notified: %@ = %@", self.name, keyPath, change[NSKeyValueChangeNewKey]);
}

@end

@implementation ViewController {
    // The headers on the screen, by section. The collection view has no property for them.
    NSMutableDictionary<NSNumber *, CollectionReusableView *> *_visibleHeaders;
}

- (instancetype)init {
    self = [super init];
    if (self) {
        _collectionView = [[CollectionView alloc] initWithViewClass:[ObservingView class]];
        _collectionView.delegate = self;
        _visibleHeaders = [[NSMutableDictionary alloc] init];
    }
    return self;
}

- (void)registerView:(CollectionReusableView *)view {
    NSLog(@"    register %@", view.name);
    [self addObserver:view forKeyPath:@"deleteMode" options:NSKeyValueObservingOptionNew context:NULL];
}

- (void)unregisterView:(CollectionReusableView *)view {
    NSLog(@"    unregister %@", view.name);
    [self removeObserver:view forKeyPath:@"deleteMode"];
}

- (CollectionReusableView *)collectionView:(CollectionView *)collectionView cellForItem:(NSInteger)item {
    CollectionReusableView *cell = [collectionView dequeueReusableCell];
    NSLog(@"  item %ld gets %@", item, cell.name);
    return cell;
}

- (void)collectionView:(CollectionView *)collectionView
       willDisplayCell:(CollectionReusableView *)cell
               forItem:(NSInteger)item {
    NSLog(@"  item %ld appears in %@", item, cell.name);
    [self registerView:cell];
}

- (void)collectionView:(CollectionView *)collectionView
    didEndDisplayingCell:(CollectionReusableView *)cell
                 forItem:(NSInteger)item {
    NSLog(@"  item %ld has disappeared with %@", item, cell.name);
    [self unregisterView:cell];
}

- (CollectionReusableView *)collectionView:(CollectionView *)collectionView headerForSection:(NSInteger)section {
    CollectionReusableView *header = [collectionView dequeueReusableHeader];
    NSLog(@"  section %ld gets %@", section, header.name);
    return header;
}

- (void)collectionView:(CollectionView *)collectionView
     willDisplayHeader:(CollectionReusableView *)header
            forSection:(NSInteger)section {
    NSLog(@"  section %ld appears in %@", section, header.name);
    _visibleHeaders[@(section)] = header;
    [self registerView:header];
}

- (void)collectionView:(CollectionView *)collectionView
    didEndDisplayingHeader:(CollectionReusableView *)header
                forSection:(NSInteger)section {
    NSLog(@"  section %ld has disappeared with %@", section, header.name);
    [_visibleHeaders removeObjectForKey:@(section)];
    [self unregisterView:header];
}

- (void)dealloc {
    NSLog(@"  dealloc of the view controller");
    for (CollectionReusableView *cell in self.collectionView.visibleCells) [self unregisterView:cell];
    for (NSNumber *section in _visibleHeaders) [self unregisterView:_visibleHeaders[section]];
}

@end

// Makes a mistake: it registers a cell when the collection view requests the cell.
@interface MistakenViewController : ViewController
- (void)removeLeftovers;
@end

@implementation MistakenViewController {
    NSMutableArray<CollectionReusableView *> *_requestedCells;
}

- (CollectionReusableView *)collectionView:(CollectionView *)collectionView cellForItem:(NSInteger)item {
    CollectionReusableView *cell = [super collectionView:collectionView cellForItem:item];
    if (!_requestedCells) _requestedCells = [[NSMutableArray alloc] init];
    [_requestedCells addObject:cell];
    [self registerView:cell];
    return cell;
}

- (void)collectionView:(CollectionView *)collectionView
       willDisplayCell:(CollectionReusableView *)cell
               forItem:(NSInteger)item {
    NSLog(@"  item %ld appears in %@", item, cell.name);
}

// Catches the exception, which would otherwise end the program.
- (void)unregisterView:(CollectionReusableView *)view {
    @try {
        [super unregisterView:view];
    } @catch (NSException *exception) {
        NSLog(@"    %@: %@", exception.name, exception.reason);
    }
}

// -dealloc removes the cells that are on the screen. KVO has no message that returns whether a cell is registered, so
// this tries to remove each of the others.
- (void)removeLeftovers {
    for (CollectionReusableView *cell in _requestedCells) {
        if ([self.collectionView.visibleCells containsObject:cell]) continue;
        @try {
            [self removeObserver:cell forKeyPath:@"deleteMode"];
            NSLog(@"    %@ was still registered", cell.name);
        } @catch (NSException *exception) {}
    }
}

@end

static void Use(ViewController *viewController) {
    CollectionView *collectionView = viewController.collectionView;
    NSLog(@"The collection view is shown");
    [collectionView reloadData];
    NSLog(@"deleteMode = YES");
    viewController.deleteMode = YES;
    NSLog(@"Down by one item");
    [collectionView scrollToItem:1];
    NSLog(@"Up again");
    [collectionView scrollToItem:0];
    NSLog(@"Down again");
    [collectionView scrollToItem:1];
    NSLog(@"Far down");
    [collectionView scrollToItem:6];
    NSLog(@"deleteMode = NO");
    viewController.deleteMode = NO;
}

int main(void) {
    @autoreleasepool {
        NSLog(@"─── Registering in willDisplayCell: each registration is removed once ───");
        @autoreleasepool {
            Use([[ViewController alloc] init]);
        }
        NSLog(@"─── Registering in cellForItem: some are removed too often, some never ───");
        MistakenViewController *mistaken = [[MistakenViewController alloc] init];
        Use(mistaken);
        NSLog(@"Cells that are not on the screen are still registered: -dealloc would raise an exception");
        [mistaken removeLeftovers];
    }
    return 0;
}
