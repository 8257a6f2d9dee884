// directory-enumerator.h - a class that C makes, because its superclass has ivars of its own.
#ifndef MR_DIRECTORY_ENUMERATOR_H
#define MR_DIRECTORY_ENUMERATOR_H

// Makes NSDirectoryEnumerator, and adds the methods that return one to the class NSFileManager.
void mr_add_directory_enumerator(void);

#endif
