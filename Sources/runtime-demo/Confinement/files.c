// files.c - limits the files that a process can open, by Landlock.
//
// Everything that Landlock can refuse is refused, but for the paths that are permitted. Its first two versions do not
// know truncation: a file that may be read could be emptied. So the third version is needed, which older headers lack.
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "internal.h"

#define NEEDED_VERSION 3
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif
#define EVERYTHING ((LANDLOCK_ACCESS_FS_TRUNCATE << 1) - 1)
#define READING (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
// The rights that a rule about a single file may have.
#define OF_FILES                                                                                                       \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |                       \
     LANDLOCK_ACCESS_FS_TRUNCATE)

bool confinement_has_landlock(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) >= NEEDED_VERSION;
}

static int permit_path(int ruleset, const char *path, uint64_t access) {
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0) return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
    struct stat status;
    int result = fstat(file, &status);
    if (result == 0) {
        uint64_t allowed = S_ISDIR(status.st_mode) ? access : access & OF_FILES;
        struct landlock_path_beneath_attr rule = {.allowed_access = allowed, .parent_fd = file};
        result = (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(file);
    return result;
}

static int permit(int ruleset, char *const *paths, uint64_t access) {
    for (; *paths; paths++)
        if (permit_path(ruleset, *paths, access) != 0) return -1;
    return 0;
}

int confinement_limit_files(const confinement_files *files) {
    if (!confinement_has_landlock()) return errno = ENOSYS, -1;
    struct landlock_ruleset_attr attributes = {.handled_access_fs = EVERYTHING};
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
    if (ruleset < 0) return -1;
    int result = permit(ruleset, files->readable, READING);
    if (result == 0) result = permit(ruleset, files->writable, EVERYTHING & ~LANDLOCK_ACCESS_FS_EXECUTE);
    // So that no program with the rights of another user can be started.
    if (result == 0) result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (result == 0) result = (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
    close(ruleset);
    return result;
}
