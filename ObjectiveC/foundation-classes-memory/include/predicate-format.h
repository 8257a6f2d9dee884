// predicate-format.h - methods that take variable arguments, which Swift cannot implement.
#ifndef MR_PREDICATE_FORMAT_H
#define MR_PREDICATE_FORMAT_H

// Adds +predicateWithFormat: to NSPredicate, and +expressionWithFormat: to NSExpression.
void mr_add_predicate_format(void);

#endif
