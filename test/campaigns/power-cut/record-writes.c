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
#include <sys/socket.h>
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
