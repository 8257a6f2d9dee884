// CollectionView.m - keeps each view in one of three states:
//
//      visible ──leaves the screen──► prepared ──the item is too far away──► idle ──dequeued──► any item
//         ▲                              │ ▲
//         └──comes back: not requested───┘ └── requested ahead of time
#import "CollectionView.h"

static const NSInteger itemCount = 12, itemsOnScreen = 3, itemsInSection = 3;

@interface CollectionReusableView ()
@property(nonatomic, copy, readwrite) NSString *name;
@end

@implementation CollectionReusableView
@end

// ── Views of one kind ───────────────────────────────────────────────────────────────────────────────

typedef NSMutableDictionary<NSNumber *, CollectionReusableView *> ViewsByItem;

@interface Lane : NSObject {
  @public
    ViewsByItem *_visible;
    CollectionReusableView * (^_request)(NSInteger item);
    void (^_willDisplay)(CollectionReusableView *view, NSInteger item);
    void (^_didEndDisplaying)(CollectionReusableView *view, NSInteger item);
}
- (instancetype)initWithKind:(NSString *)kind viewClass:(Class)viewClass;
- (CollectionReusableView *)dequeue;
- (void)showItemsFrom:(NSInteger)first to:(NSInteger)last;
- (void)prepareItem:(NSInteger)item;
@end

@implementation Lane {
    NSString *_kind;
    Class _viewClass;
    NSInteger _viewCount;
    ViewsByItem *_prepared;
    NSMutableArray<CollectionReusableView *> *_idle;
}

- (instancetype)initWithKind:(NSString *)kind viewClass:(Class)viewClass {
    self = [super init];
    if (self) {
        _kind = kind;
        _viewClass = viewClass;
        _visible = [[NSMutableDictionary alloc] init];
        _prepared = [[NSMutableDictionary alloc] init];
        _idle = [[NSMutableArray alloc] init];
    }
    return self;
}

- (CollectionReusableView *)dequeue {
    CollectionReusableView *view = _idle.firstObject;
    if (view) {
        [_idle removeObjectAtIndex:0];
    } else {
        view = [[_viewClass alloc] init];
        view.name = [NSString stringWithFormat:@"%@ %ld", _kind, ++_viewCount];
    }
    return view;
}

- (void)showItemsFrom:(NSInteger)first to:(NSInteger)last {
    for (NSInteger item = 0; item < itemCount; item++) {
        if (item < first || item > last) [self hideItem:item];
    }
    for (NSInteger item = 0; item < itemCount; item++) {
        // A view that has just left the screen is kept until its item is too far away.
        CollectionReusableView *view = _prepared[@(item)];
        if (!view || labs(item - first) <= itemsOnScreen) continue;
        [_prepared removeObjectForKey:@(item)];
        [_idle addObject:view];
    }
    for (NSInteger item = first; item <= last; item++) [self showItem:item];
}

- (void)showItem:(NSInteger)item {
    if (_visible[@(item)]) return;
    CollectionReusableView *view = _prepared[@(item)] ?: _request(item);
    [_prepared removeObjectForKey:@(item)];
    _willDisplay(view, item);
    _visible[@(item)] = view;
}

- (void)hideItem:(NSInteger)item {
    CollectionReusableView *view = _visible[@(item)];
    if (!view) return;
    [_visible removeObjectForKey:@(item)];
    _prepared[@(item)] = view;
    _didEndDisplaying(view, item);
}

- (void)prepareItem:(NSInteger)item {
    if (item >= 0 && item < itemCount && !_prepared[@(item)]) _prepared[@(item)] = _request(item);
}

@end

// ── The collection view ─────────────────────────────────────────────────────────────────────────────

@implementation CollectionView {
    NSInteger _firstItem;
    Lane *_cells, *_headers;
}

- (instancetype)initWithViewClass:(Class)viewClass {
    self = [super init];
    if (self) {
        _cells = [[Lane alloc] initWithKind:@"cell" viewClass:viewClass];
        _headers = [[Lane alloc] initWithKind:@"header" viewClass:viewClass];
        [self connectLanes];
    }
    return self;
}

// The blocks have weak references to the collection view, because it owns them.
- (void)connectLanes {
    __weak CollectionView *weakSelf = self;
    _cells->_request = ^(NSInteger item) { return [weakSelf.delegate collectionView:weakSelf cellForItem:item]; };
    _cells->_willDisplay = ^(CollectionReusableView *cell, NSInteger item) {
      [weakSelf.delegate collectionView:weakSelf willDisplayCell:cell forItem:item];
    };
    _cells->_didEndDisplaying = ^(CollectionReusableView *cell, NSInteger item) {
      [weakSelf.delegate collectionView:weakSelf didEndDisplayingCell:cell forItem:item];
    };
    _headers->_request =
        ^(NSInteger section) { return [weakSelf.delegate collectionView:weakSelf headerForSection:section]; };
    _headers->_willDisplay = ^(CollectionReusableView *header, NSInteger section) {
      [weakSelf.delegate collectionView:weakSelf willDisplayHeader:header forSection:section];
    };
    _headers->_didEndDisplaying = ^(CollectionReusableView *header, NSInteger section) {
      [weakSelf.delegate collectionView:weakSelf didEndDisplayingHeader:header forSection:section];
    };
}

- (CollectionReusableView *)dequeueReusableCell {
    return [_cells dequeue];
}

- (CollectionReusableView *)dequeueReusableHeader {
    return [_headers dequeue];
}

- (NSArray<CollectionReusableView *> *)visibleCells {
    NSMutableArray<CollectionReusableView *> *cells = [NSMutableArray array];
    for (NSInteger item = 0; item < itemCount; item++) {
        if (_cells->_visible[@(item)]) [cells addObject:_cells->_visible[@(item)]];
    }
    return cells;
}

- (void)reloadData {
    [self scrollToItem:0];
}

- (void)scrollToItem:(NSInteger)first {
    NSInteger last = first + itemsOnScreen - 1, next = first >= _firstItem ? last + 1 : first - 1;
    _firstItem = first;
    [_headers showItemsFrom:first / itemsInSection to:last / itemsInSection];
    [_cells showItemsFrom:first to:last];
    [_cells prepareItem:next];
}

@end
