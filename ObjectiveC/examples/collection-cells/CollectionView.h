// CollectionView.h - a collection view that draws nothing: it decides which views are on the screen, and reuses the
// others.
//
// Three items fit on the screen, each in a cell. Three items make a section, and each section has a header.
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@class CollectionView;

@interface CollectionReusableView : NSObject
@property(nonatomic, copy, readonly) NSString *name;  // "cell 1", "header 2": the name of the view, not of its item
@end

// The messages that a UICollectionView sends to its delegate and data source. The number of an item or a section takes
// the place of an index path.
@protocol CollectionViewDelegate

- (CollectionReusableView *)collectionView:(CollectionView *)collectionView cellForItem:(NSInteger)item;
- (void)collectionView:(CollectionView *)collectionView
       willDisplayCell:(CollectionReusableView *)cell
               forItem:(NSInteger)item;
- (void)collectionView:(CollectionView *)collectionView
    didEndDisplayingCell:(CollectionReusableView *)cell
                 forItem:(NSInteger)item;

- (CollectionReusableView *)collectionView:(CollectionView *)collectionView headerForSection:(NSInteger)section;
- (void)collectionView:(CollectionView *)collectionView
     willDisplayHeader:(CollectionReusableView *)header
            forSection:(NSInteger)section;
- (void)collectionView:(CollectionView *)collectionView
    didEndDisplayingHeader:(CollectionReusableView *)header
                forSection:(NSInteger)section;

@end

// Only the will-display and did-end-displaying messages come in pairs. A cell can be requested ahead of time and
// never be displayed; a view that has just left the screen can be displayed again without being requested.
@interface CollectionView : NSObject

@property(nonatomic, weak) id<CollectionViewDelegate> delegate;

- (instancetype)initWithViewClass:(Class)viewClass;

// Shows the items 0, 1 and 2.
- (void)reloadData;

// Shows this item and the two after it, and requests the next item in the direction of scrolling.
- (void)scrollToItem:(NSInteger)item;

// Return a view that is not in use, or a new view.
- (CollectionReusableView *)dequeueReusableCell;
- (CollectionReusableView *)dequeueReusableHeader;

// The cells on the screen, in the order of their items. As before iOS 9, there is no such property for headers.
@property(nonatomic, readonly) NSArray<CollectionReusableView *> *visibleCells;

@end

NS_ASSUME_NONNULL_END
