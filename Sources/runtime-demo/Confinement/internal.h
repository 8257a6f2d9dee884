// internal.h - the declarations that the files of CConfinement share.
#pragma once
#include "confinement.h"

/// Limits the files of the calling thread, by Landlock (files.c).
int confinement_limit_files(const confinement_files *files);

/// Whether the kernel has the version of Landlock that is needed.
bool confinement_has_landlock(void);

/// Takes network and other processes away from a compiler, by a filter that knows the calls that are refused (calls.c).
int confinement_limit_tool(void);

/// Takes everything away from a program, by a filter that knows the calls that are permitted.
int confinement_limit_program(void);

/// Whether the kernel has such filters.
bool confinement_has_filters(void);
