// flags: -fobjc-arc
// clock-cell.m - 100 table cells that show one property of one object, and update themselves when it changes.
//
// A cell observes the property and the object that are assigned to it. The observed object, here a controller whose
// timer sets `now` every half second, contains no code for cells. Usage: clock-cell [ticks]
#import <Foundation/Foundation.h>

@interface Label : NSObject
@property(nonatomic, copy) NSString *text;
@end

@implementation Label
@end

@interface TableViewCell : NSObject
@property(nonatomic, readonly) Label *textLabel;
@property(nonatomic, readwrite, strong) id object;
@property(nonatomic, readwrite, copy) NSString *property;
@end

@implementation TableViewCell

- (instancetype)init {
    self = [super init];
    if (self) {
        _textLabel = [[Label alloc] init];
    }
    return self;
}

- (BOOL)isReady {
    return self.object && self.property.length > 0;
}

- (void)update {
    self.textLabel.text = self.isReady ? [[self.object valueForKeyPath:self.property] description] : @"";
}

- (void)removeObservation {
    if (self.isReady) {
        [self.object removeObserver:self forKeyPath:self.property context:(__bridge void *)self];
    }
}

- (void)addObservation {
    if (self.isReady) {
        // The cell itself is the context, by which it recognizes its own observation.
        [self.object addObserver:self forKeyPath:self.property options:0 context:(__bridge void *)self];
    }
}

- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary<NSKeyValueChangeKey, id> *)change
                       context:(void *)context {
    if ((__bridge id)context == self) {
        [self update];
    } else {
        [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
    }
}

- (void)dealloc {
    if (_object && _property.length > 0) {
        [_object removeObserver:self forKeyPath:_property context:(__bridge void *)self];
    }
}

- (void)setObject:(id)object {
    [self removeObservation];
    _object = object;
    [self addObservation];
    [self update];
}

- (void)setProperty:(NSString *)property {
    [self removeObservation];
    _property = [property copy];
    [self addObservation];
    [self update];
}

@end

@interface TableViewController : NSObject
@property(nonatomic, strong) NSTimer *timer;
@property(readwrite, strong) NSDate *now;
- (void)viewDidLoad;
- (void)updateNow;
- (TableViewCell *)cellForRow:(NSInteger)row;
@end

@implementation TableViewController

- (void)updateNow {
    self.now = [NSDate date];
}

- (void)viewDidLoad {
    self.timer = [NSTimer timerWithTimeInterval:0.5 target:self selector:@selector(updateNow) userInfo:nil repeats:YES];
    [[NSRunLoop currentRunLoop] addTimer:self.timer forMode:NSRunLoopCommonModes];
}

- (TableViewCell *)cellForRow:(NSInteger)row {
    TableViewCell *cell = [[TableViewCell alloc] init];
    cell.property = @"now";
    cell.object = self;
    return cell;
}

@end

static void CountCells(NSArray<TableViewCell *> *cells, TableViewController *controller) {
    NSInteger current = 0, empty = 0;
    for (TableViewCell *cell in cells) {
        if ([cell.textLabel.text isEqualToString:controller.now.description]) current++;
        if (cell.textLabel.text.length == 0) empty++;
    }
    NSDateFormatter *formatter = [[NSDateFormatter alloc] init];
    formatter.dateFormat = @"HH:mm:ss.SSS";
    NSLog(@"it is %@: %ld of %lu cells show it, %ld show nothing", [formatter stringFromDate:controller.now], current,
          cells.count, empty);
}

// Runs the run loop until the timer has set `now` once more.
static void WaitForTick(TableViewController *controller) {
    NSDate *before = controller.now;
    while (controller.now == before) {
        [[NSRunLoop currentRunLoop] runMode:NSDefaultRunLoopMode beforeDate:[NSDate dateWithTimeIntervalSinceNow:0.1]];
    }
}

int main(int argc, char **argv) {
    int ticks = argc > 1 ? atoi(argv[1]) : 3;
    @autoreleasepool {
        TableViewController *controller = [[TableViewController alloc] init];
        NSMutableArray<TableViewCell *> *cells = [NSMutableArray array];
        for (NSInteger row = 0; row < 100; row++) [cells addObject:[controller cellForRow:row]];

        [controller viewDidLoad];
        for (int tick = 0; tick < ticks; tick++) {
            WaitForTick(controller);
            CountCells(cells, controller);
        }

        NSLog(@"a cell without an object shows nothing, and observes nothing");
        cells[0].object = nil;
        WaitForTick(controller);
        CountCells(cells, controller);
        // A timer retains its target until it is invalidated.
        [controller.timer invalidate];
        NSLog(@"the controller is %@", controller.observationInfo ? @"observed" : @"not observed");
        [cells removeAllObjects];
        NSLog(@"without cells it is %@", controller.observationInfo ? @"observed" : @"not observed");
    }
    return 0;
}
