// CollectionView.h - a collection view without pixels: it decides which views are on the screen, and reuses the others.
//
// Three items fit on the screen, each in a cell. Three items make a section, and each section has a header.
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@class CollectionView;

@interface CollectionReusableView : NSObject
@property(nonatomic, copy, readonly) NSString *name;  // "cell 1", "header 2": of the view, whichever item it shows
@end

// The messages of UICollectionView to its delegate and data source. An index path is the number of an item or section.
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

// Shows three items from this one on, and requests the next one in the direction of scrolling.
- (void)scrollToItem:(NSInteger)item;

// Return a view that is not in use, or a new one.
- (CollectionReusableView *)dequeueReusableCell;
- (CollectionReusableView *)dequeueReusableHeader;

// In the order of their items. As before iOS 9, there is no such property for headers.
@property(nonatomic, readonly) NSArray<CollectionReusableView *> *visibleCells;

@end

NS_ASSUME_NONNULL_END
