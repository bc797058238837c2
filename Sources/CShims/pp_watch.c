#define _GNU_SOURCE
#include "pp_watch.h"

#include <errno.h>
#include <sys/inotify.h>
#include <sys/vfs.h>

_Static_assert(PP_WATCH_ATTRIBUTES == IN_ATTRIB, "IN_ATTRIB");
_Static_assert(PP_WATCH_WRITTEN == IN_CLOSE_WRITE, "IN_CLOSE_WRITE");
_Static_assert(PP_WATCH_MOVED_FROM == IN_MOVED_FROM, "IN_MOVED_FROM");
_Static_assert(PP_WATCH_MOVED_TO == IN_MOVED_TO, "IN_MOVED_TO");
_Static_assert(PP_WATCH_CREATED == IN_CREATE, "IN_CREATE");
_Static_assert(PP_WATCH_DELETED == IN_DELETE, "IN_DELETE");
_Static_assert(PP_WATCH_FOLDER_DELETED == IN_DELETE_SELF, "IN_DELETE_SELF");
_Static_assert(PP_WATCH_FOLDER_MOVED == IN_MOVE_SELF, "IN_MOVE_SELF");
_Static_assert(PP_WATCH_UNMOUNTED == IN_UNMOUNT, "IN_UNMOUNT");
_Static_assert(PP_WATCH_OVERFLOW == IN_Q_OVERFLOW, "IN_Q_OVERFLOW");
_Static_assert(PP_WATCH_ENDED == IN_IGNORED, "IN_IGNORED");
_Static_assert(PP_WATCH_IS_FOLDER == IN_ISDIR, "IN_ISDIR");

int pp_watch_open(void) {
  int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

int pp_watch_add(int descriptor, const char *path) {
  /* Not IN_MODIFY: a file that is being written would wake the program with every block. */
  int watch = inotify_add_watch(
      descriptor, path,
      IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE |
          IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK);
  return watch < 0 ? -errno : watch;
}

int pp_watch_remove(int descriptor, int watch) {
  return inotify_rm_watch(descriptor, watch) < 0 ? -errno : 0;
}

int pp_watch_is_remote(const char *path) {
  struct statfs status;
  int result;
  do {
    result = statfs(path, &status);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -errno;
  switch ((uint32_t)status.f_type) {
    case 0x00006969u: /* NFS */
    case 0x65735546u: /* FUSE: sshfs, rclone and the like */
    case 0x01021997u: /* 9p */
    case 0xFF534D42u: /* CIFS */
    case 0xFE534D42u: /* SMB 2 */
    case 0x0000517Bu: /* SMB */
    case 0x5346414Fu: /* OpenAFS */
    case 0x6B414653u: /* kAFS */
    case 0x00C36400u: /* Ceph */
    case 0x73757245u: /* Coda */
    case 0x786F4256u: /* VirtualBox shared folders */
    case 0xBACBACBCu: /* VMware shared folders */
    case 0x01161970u: /* GFS2 */
    case 0x7461636Fu: /* OCFS2 */
    case 0x0BD00BD0u: /* Lustre */
      return 1;
    default:
      return 0;
  }
}
