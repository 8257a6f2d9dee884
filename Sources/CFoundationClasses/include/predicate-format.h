// predicate-format.h - a method that takes variable arguments, which Swift cannot implement.
#ifndef MR_PREDICATE_FORMAT_H
#define MR_PREDICATE_FORMAT_H

// Adds +predicateWithFormat: to the class NSPredicate.
void mr_add_predicate_format(void);

#endif
