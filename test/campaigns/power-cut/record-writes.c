/* Notes every write, sync, cut, rename and removal of files below PAYDESK_RECORD_UNDER, and the own port of every connection
   that is asked for, in the order in which the process made them, into PAYDESK_RECORD_TO. Loaded with LD_PRELOAD. It changes nothing.
   A record: kind (1 byte), length of the path (u16), path, offset (u64), length of the bytes (u32), bytes; all little-endian. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST 65536
static char *paths[MOST];
static int out = -1;
static const char *under;
static size_t under_length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static ssize_t real_write(int fd, const void *bytes, size_t length) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "write");
  return real(fd, bytes, length);
}

__attribute__((constructor)) static void begin(void) {
  const char *to = getenv("PAYDESK_RECORD_TO");
  under = getenv("PAYDESK_RECORD_UNDER");
  if (!to || !under) return;
  under_length = strlen(under);
  int (*open_file)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
  out = open_file(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_ours(const char *path) {
  return out >= 0 && path && strncmp(path, under, under_length) == 0 && !strstr(path, "-shm");
}

static void note(char kind, const char *path, uint64_t offset, const void *bytes, uint32_t length) {
  if (out < 0) return;
  uint16_t path_length = (uint16_t)strlen(path);
  size_t total = 1 + 2 + path_length + 8 + 4 + length;
  char *record = malloc(total), *at = record;
  *at++ = kind;
  memcpy(at, &path_length, 2), at += 2;
  memcpy(at, path, path_length), at += path_length;
  memcpy(at, &offset, 8), at += 8;
  memcpy(at, &length, 4), at += 4;
  if (length) memcpy(at, bytes, length);
  pthread_mutex_lock(&lock);
  for (size_t done = 0; done < total;) {
    ssize_t more = real_write(out, record + done, total - done);
    if (more <= 0) abort();
    done += (size_t)more;
  }
  pthread_mutex_unlock(&lock);
  free(record);
}

static int opened(int fd, const char *path, int flags) {
  if (fd < 0 || fd >= MOST) return fd;
  free(paths[fd]);
  paths[fd] = NULL;
  if (!is_ours(path)) return fd;
  paths[fd] = strdup(path);
  if (flags & O_CREAT) note('C', path, 0, NULL, 0);
  if (flags & O_TRUNC) note('T', path, 0, NULL, 0);
  return fd;
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list list; \
    va_start(list, flags); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  }

int open(const char *path, int flags, ...) { MODE(flags) REAL(open); return opened(real(path, flags, mode), path, flags); }
int open64(const char *path, int flags, ...) { MODE(flags) REAL(open64); return opened(real(path, flags, mode), path, flags); }

static const char *path_of(int fd) { return fd >= 0 && fd < MOST ? paths[fd] : NULL; }

int close(int fd) {
  REAL(close);
  if (fd >= 0 && fd < MOST && paths[fd]) {
    free(paths[fd]);
    paths[fd] = NULL;
  }
  return real(fd);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  const char *path = path_of(fd);
  off_t offset = path ? lseek(fd, 0, SEEK_CUR) : 0;
  /* The file was closed past these hooks, and its number is a pipe's or a socket's by now. */
  if (path && offset < 0) {
    free(paths[fd]);
    paths[fd] = NULL;
    path = NULL;
  }
  ssize_t done = real_write(fd, bytes, length);
  if (path && done > 0) note('W', path, (uint64_t)offset, bytes, (uint32_t)done);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  REAL(pwrite);
  ssize_t done = real(fd, bytes, length, offset);
  const char *path = path_of(fd);
  if (path && done > 0) note('W', path, (uint64_t)offset, bytes, (uint32_t)done);
  return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  REAL(pwrite64);
  ssize_t done = real(fd, bytes, length, offset);
  const char *path = path_of(fd);
  if (path && done > 0) note('W', path, (uint64_t)offset, bytes, (uint32_t)done);
  return done;
}

/* What the system copied from one file into another, up to where both stand now. */
static ssize_t copied(ssize_t done, int to, int from, off_t end) {
  const char *path = path_of(to);
  if (!path || done <= 0) return done;
  void *bytes = malloc((size_t)done);
  if (pread64(from, bytes, (size_t)done, end - done) != done) abort();
  note('W', path, (uint64_t)(lseek(to, 0, SEEK_CUR) - done), bytes, (uint32_t)done);
  free(bytes);
  return done;
}

ssize_t sendfile64(int to, int from, off64_t *at, size_t length) {
  REAL(sendfile64);
  ssize_t done = real(to, from, at, length);
  return copied(done, to, from, at ? *at : lseek(from, 0, SEEK_CUR));
}
ssize_t sendfile(int to, int from, off_t *at, size_t length) { return sendfile64(to, from, at, length); }

long syscall(long number, ...) {
  REAL(syscall);
  long a[6];
  va_list list;
  va_start(list, number);
  for (int n = 0; n < 6; n += 1) a[n] = va_arg(list, long);
  va_end(list);
  long done = real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (number != SYS_copy_file_range || done <= 0) return done;
  off_t *at = (off_t *)a[1];
  return copied(done, (int)a[2], (int)a[0], at ? *at : lseek((int)a[0], 0, SEEK_CUR));
}

static int cut(int done, int fd, uint64_t size) {
  const char *path = path_of(fd);
  if (path && done == 0) note('T', path, size, NULL, 0);
  return done;
}
int ftruncate(int fd, off_t size) { REAL(ftruncate); return cut(real(fd, size), fd, (uint64_t)size); }
int ftruncate64(int fd, off64_t size) { REAL(ftruncate64); return cut(real(fd, size), fd, (uint64_t)size); }

static int synced(int done, int fd) {
  const char *path = path_of(fd);
  if (path && done == 0) note('S', path, 0, NULL, 0);
  return done;
}
int fsync(int fd) { REAL(fsync); return synced(real(fd), fd); }
int fdatasync(int fd) { REAL(fdatasync); return synced(real(fd), fd); }

int unlink(const char *path) {
  REAL(unlink);
  int done = real(path);
  if (done == 0 && is_ours(path)) note('U', path, 0, NULL, 0);
  return done;
}

int remove(const char *path) {
  REAL(remove);
  int done = real(path);
  if (done == 0 && is_ours(path)) note('U', path, 0, NULL, 0);
  return done;
}

int unlinkat(int folder, const char *name, int flags) {
  char path[4096], link[64];
  ssize_t length = 0;
  if (name[0] != '/' && folder != AT_FDCWD) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0) length = 0;
    path[length++] = '/';
  }
  snprintf(path + length, sizeof path - (size_t)length, "%s", name);
  REAL(unlinkat);
  int done = real(folder, name, flags);
  if (done == 0 && is_ours(path)) note('U', path, 0, NULL, 0);
  return done;
}

int rename(const char *from, const char *to) {
  REAL(rename);
  int done = real(from, to);
  if (done == 0 && is_ours(from)) note('R', from, 0, to, (uint32_t)strlen(to));
  return done;
}

int connect(int fd, const struct sockaddr *address, socklen_t length) {
  REAL(connect);
  int done = real(fd, address, length);
  struct sockaddr_in own;
  socklen_t own_length = sizeof own;
  if (address->sa_family == AF_INET && getsockname(fd, (struct sockaddr *)&own, &own_length) == 0)
    note('N', "", ntohs(own.sin_port), NULL, 0);
  return done;
}
