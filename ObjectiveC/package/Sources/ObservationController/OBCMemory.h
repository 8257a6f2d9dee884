// OBCMemory.h - reference counting that compiles with and without ARC.
#if __has_feature(objc_arc)
#define OBC_RETAIN(object) (object)
#define OBC_RELEASE(object) ((void)(object))
#define OBC_AUTORELEASE(object) (object)
#else
#define OBC_RETAIN(object) [(object) retain]
#define OBC_RELEASE(object) [(object) release]
#define OBC_AUTORELEASE(object) [(object) autorelease]
#endif

/// The type of an instance variable that holds a weak reference. Read it with OBC_LOAD_WEAK, and assign it with
/// OBC_STORE_WEAK; without ARC, -dealloc must assign nil.
#if __has_feature(objc_arc)
#define OBC_WEAK __weak
#define OBC_LOAD_WEAK(variable) (variable)
#define OBC_STORE_WEAK(variable, object) ((variable) = (object))
#else
#define OBC_WEAK
#define OBC_LOAD_WEAK(variable) objc_loadWeak(&(variable))
#define OBC_STORE_WEAK(variable, object) ((void)objc_storeWeak(&(variable), (object)))
#endif
