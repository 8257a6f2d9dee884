// walk.h - the values that the walk passes as arguments, and the objects that receive the messages.
#ifndef WALK_H
#define WALK_H

#include <signal.h>

#import "foundation-fuzz.h"

// The receiver of the call, which is an argument of it, too; nil for a function.
extern id walk_receiver;

void walk_seed(unsigned seed);
long walk_integer(void);
double walk_double(void);
NSRange walk_range(void);
const char *walk_text(void);
SEL walk_selector(void);
Class walk_class(void);
const void *walk_block(void);
// Returns the address of 64 KB that are zero.
void *walk_address(void);
void *walk_address_or_null(void);
// Returns a number of elements that are at an address, or one that no memory can have.
long walk_count(void);
// Returns an object of a class, nil, or the receiver if it is of the class.
id walk_object(const char *cls);
// Returns an object of a class; never nil, because functions of CoreFoundation do not accept NULL.
id walk_present(const char *cls);
// Returns a new object of a class; nil if the class has no instances.
id walk_instance(const char *cls);
// Reads an object to its end.
void walk_describe(id object);

// Adds to the text of the call, which the parent prints if the child ends.
void walk_note(NSString *text);
// Begins the thirty seconds that a call may take.
void walk_begin(void);
// Prepares a child: a folder of its own, standard error in a file, and no standard input and output.
void walk_enter_child(int errors);

#endif
