/* bare-loop: the limit that photopick's decoder is compared with.
 *
 *   bare-loop decode   WxH FILE...   read, TurboJPEG at the smallest DCT scale that covers WxH, box filter
 *   bare-loop embedded WxH FILE...   read 64 KiB, decode the EXIF thumbnail, box filter
 *   bare-loop readdir  FOLDER               enumerate one folder and sort its names
 *
 * One thread, no cache, buffers reused, nothing printed but the figures:
 *   count=N seconds=WALL cpu=CPU peak_kb=VmHWM checksum=X
 * The box filter averages whole source pixels (integer bounds): the cheapest honest area average.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <turbojpeg.h>
#include <unistd.h>

static uint8_t *file_bytes, *scaled;
static size_t file_room, scaled_room;
static uint64_t checksum;

static void die(const char *what, const char *name) {
  fprintf(stderr, "bare-loop: %s: %s\n", what, name);
  exit(1);
}

static uint8_t *grow(uint8_t **buffer, size_t *room, size_t wanted) {
  if (*room < wanted) {
    free(*buffer);
    *buffer = malloc(wanted);
    if (!*buffer) die("out of memory", "buffer");
    *room = wanted;
  }
  return *buffer;
}

static size_t load(const char *name, size_t limit) {
  int fd = open(name, O_RDONLY | O_CLOEXEC);
  if (fd < 0) die("cannot open", name);
  struct stat status;
  if (fstat(fd, &status)) die("cannot stat", name);
  size_t wanted = (size_t)status.st_size;
  if (wanted > limit) wanted = limit;
  grow(&file_bytes, &file_room, wanted);
  size_t filled = 0;
  while (filled < wanted) {
    ssize_t n = read(fd, file_bytes + filled, wanted - filled);
    if (n <= 0) break;
    filled += (size_t)n;
  }
  close(fd);
  return filled;
}

static void box(const uint8_t *source, int sw, int sh, int boxw, int boxh) {
  static uint8_t *out;
  static size_t out_room;
  int w = boxw, h = (int)((int64_t)sh * boxw / sw);
  if (h > boxh) h = boxh, w = (int)((int64_t)sw * boxh / sh);
  if (w > sw) w = sw;
  if (h > sh) h = sh;
  if (w < 1) w = 1;
  if (h < 1) h = 1;
  grow(&out, &out_room, (size_t)w * h * 3);
  for (int y = 0; y < h; y++) {
    int top = y * sh / h, bottom = (y + 1) * sh / h;
    for (int x = 0; x < w; x++) {
      int left = x * sw / w, right = (x + 1) * sw / w;
      uint32_t r = 0, g = 0, b = 0, n = (uint32_t)((right - left) * (bottom - top));
      for (int v = top; v < bottom; v++) {
        const uint8_t *p = source + ((size_t)v * sw + left) * 3;
        for (int u = left; u < right; u++, p += 3) r += p[0], g += p[1], b += p[2];
      }
      uint8_t *q = out + ((size_t)y * w + x) * 3;
      q[0] = (uint8_t)(r / n), q[1] = (uint8_t)(g / n), q[2] = (uint8_t)(b / n);
    }
  }
  checksum = checksum * 31 + out[(size_t)w * h * 3 / 2];
}

static void decode(tjhandle tj, const char *name, const uint8_t *jpeg, size_t length, int boxw, int boxh) {
  int w, h, sampling, space;
  if (tjDecompressHeader3(tj, jpeg, length, &w, &h, &sampling, &space)) die(tjGetErrorStr2(tj), name);
  int fitw = boxw, fith = (int)((int64_t)h * boxw / w);
  if (fith > boxh) fith = boxh, fitw = (int)((int64_t)w * boxh / h);
  int eighths = 8;
  for (int e = 1; e <= 8; e++) {
    tjscalingfactor factor = {e, 8};
    if (TJSCALED(w, factor) >= fitw && TJSCALED(h, factor) >= fith) {
      eighths = e;
      break;
    }
  }
  tjscalingfactor factor = {eighths, 8};
  int sw = TJSCALED(w, factor), sh = TJSCALED(h, factor);
  grow(&scaled, &scaled_room, (size_t)sw * sh * 3);
  if (tjDecompress2(tj, jpeg, length, scaled, sw, sw * 3, sh, TJPF_RGB, 0) && tjGetErrorCode(tj) == TJERR_FATAL)
    die(tjGetErrorStr2(tj), name);
  box(scaled, sw, sh, boxw, boxh);
}

/* The EXIF thumbnail of a JPEG whose APP1 follows SOI: IFD1's tags 0x201 and 0x202. */
static const uint8_t *thumbnail(const uint8_t *b, size_t n, size_t *length) {
  if (n < 20 || b[0] != 0xff || b[1] != 0xd8 || b[2] != 0xff || b[3] != 0xe1) return NULL;
  size_t app = ((size_t)b[4] << 8 | b[5]) + 4;
  if (app > n || memcmp(b + 6, "Exif\0\0", 6)) return NULL;
  const uint8_t *t = b + 12;
  size_t room = app - 12;
  int little = t[0] == 'I';
#define U16(o) (little ? t[o] | t[(o) + 1] << 8 : t[o] << 8 | t[(o) + 1])
#define U32(o) ((uint32_t)(little ? (uint32_t)U16(o) | (uint32_t)U16((o) + 2) << 16 \
                                  : (uint32_t)U16(o) << 16 | (uint32_t)U16((o) + 2)))
  uint32_t ifd = U32(4);
  if (ifd + 6 > room) return NULL;
  uint32_t count = U16(ifd);
  if (ifd + 6 + count * 12 > room) return NULL;
  ifd = U32(ifd + 2 + count * 12);
  if (!ifd || ifd + 6 > room) return NULL;
  count = U16(ifd);
  if (ifd + 6 + count * 12 > room) return NULL;
  uint32_t at = 0, size = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t entry = ifd + 2 + i * 12;
    if (U16(entry) == 0x201) at = U32(entry + 8);
    if (U16(entry) == 0x202) size = U32(entry + 8);
  }
  if (!at || !size || (uint64_t)at + size > room) return NULL;
  *length = size;
  return t + at;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static int enumerate(const char *folder) {
  DIR *d = opendir(folder);
  if (!d) die("cannot open", folder);
  char **names = NULL;
  size_t count = 0, room = 0;
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    if (count == room) {
      room = room ? room * 2 : 1024;
      names = realloc(names, room * sizeof *names);
      if (!names) die("out of memory", folder);
    }
    names[count++] = strdup(e->d_name);
  }
  closedir(d);
  if (count) qsort(names, count, sizeof *names, by_name), checksum = strlen(names[0]);
  return (int)count;
}

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* VmHWM, not ru_maxrss: the latter also counts what the process was before exec. */
static long peak_kilobytes(void) {
  FILE *f = fopen("/proc/self/status", "re");
  char line[256];
  long peak = 0;
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "VmHWM: %ld", &peak) == 1) break;
  if (f) fclose(f);
  return peak;
}

int main(int argc, char **argv) {
  int boxw = 160, boxh = 120, count = 0;
  if (argc < 3) die("usage", "bare-loop decode|embedded WxH FILE... | readdir FOLDER");
  double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
  if (!strcmp(argv[1], "readdir")) {
    count = enumerate(argv[2]);
  } else {
    int embedded = !strcmp(argv[1], "embedded");
    if (sscanf(argv[2], "%dx%d", &boxw, &boxh) != 2) die("not a size", argv[2]);
    tjhandle tj = tjInitDecompress();
    for (int i = 3; i < argc; i++) {
      size_t length = load(argv[i], embedded ? 65536 : SIZE_MAX);
      const uint8_t *jpeg = file_bytes;
      if (embedded && !(jpeg = thumbnail(file_bytes, length, &length))) die("no embedded thumbnail", argv[i]);
      decode(tj, argv[i], jpeg, length, boxw, boxh);
      count++;
    }
    tjDestroy(tj);
  }
  wall = now(CLOCK_MONOTONIC) - wall, cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  printf("count=%d seconds=%.6f cpu=%.6f peak_kb=%ld checksum=%llu\n", count, wall, cpu, peak_kilobytes(),
         (unsigned long long)checksum);
  return 0;
}
