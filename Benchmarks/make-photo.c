/* make-photo: one large photo, as hard to decode as a camera's, from two small real ones.
 *
 *   make-photo SOURCE.jpg DETAIL.jpg SEED WIDTHxHEIGHT BYTES PHOTO.jpg THUMBNAIL.jpg
 *
 * SOURCE is enlarged to cover the picture. An enlarged photo has no fine detail and decodes too fast, so it gets the
 * edges of DETAIL, tiled at their own scale, and film grain, both as strong as it takes until the JPEG (quality 90,
 * 4:2:0, baseline) has BYTES within 3 %. THUMBNAIL is the same picture at 160x120.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

typedef struct {
  int w, h;
  uint8_t *rgb;
} Picture;

static void die(const char *what, const char *name) {
  fprintf(stderr, "make-photo: %s: %s\n", what, name);
  exit(1);
}

static void *room(size_t bytes) {
  void *p = malloc(bytes);
  if (!p) die("out of memory", "picture");
  return p;
}

static Picture load(const char *name) {
  FILE *f = fopen(name, "rb");
  if (!f) die("cannot open", name);
  fseek(f, 0, SEEK_END);
  long length = ftell(f);
  rewind(f);
  uint8_t *bytes = room((size_t)length);
  if (fread(bytes, 1, (size_t)length, f) != (size_t)length) die("cannot read", name);
  fclose(f);
  Picture p;
  int sampling, space;
  tjhandle tj = tjInitDecompress();
  if (tjDecompressHeader3(tj, bytes, (unsigned long)length, &p.w, &p.h, &sampling, &space))
    die(tjGetErrorStr2(tj), name);
  p.rgb = room((size_t)p.w * p.h * 3);
  if (tjDecompress2(tj, bytes, (unsigned long)length, p.rgb, p.w, 0, p.h, TJPF_RGB, 0)) die(tjGetErrorStr2(tj), name);
  tjDestroy(tj);
  free(bytes);
  return p;
}

static uint8_t clamp(int v) { return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v); }

static uint64_t state;
static uint64_t next_random(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

/* Bilinear enlargement that covers w x h, the middle kept; mirrored for odd seeds. */
static Picture enlarge(Picture s, int w, int h, int mirrored) {
  Picture p = {w, h, room((size_t)w * h * 3)};
  double step = (double)s.w / w < (double)s.h / h ? (double)s.w / w : (double)s.h / h;
  double left = (s.w - w * step) / 2, top = (s.h - h * step) / 2;
  for (int y = 0; y < h; y++) {
    double fy = top + y * step;
    int y0 = (int)fy, y1 = y0 + 1 < s.h ? y0 + 1 : y0, b = (int)((fy - y0) * 256);
    for (int x = 0; x < w; x++) {
      double fx = left + (mirrored ? w - 1 - x : x) * step;
      int x0 = (int)fx, x1 = x0 + 1 < s.w ? x0 + 1 : x0, a = (int)((fx - x0) * 256);
      for (int c = 0; c < 3; c++) {
        int upper = s.rgb[((size_t)y0 * s.w + x0) * 3 + c] * (256 - a) + s.rgb[((size_t)y0 * s.w + x1) * 3 + c] * a;
        int lower = s.rgb[((size_t)y1 * s.w + x0) * 3 + c] * (256 - a) + s.rgb[((size_t)y1 * s.w + x1) * 3 + c] * a;
        p.rgb[((size_t)y * w + x) * 3 + c] = (uint8_t)((upper * (256 - b) + lower * b) >> 16);
      }
    }
  }
  return p;
}

/* The edges of a photo: each value less its right and lower neighbours' mean, halved. */
static int8_t *edges(Picture s) {
  int8_t *e = room((size_t)s.w * s.h * 3);
  for (int y = 0; y < s.h; y++)
    for (int x = 0; x < s.w; x++)
      for (int c = 0; c < 3; c++) {
        int here = s.rgb[((size_t)y * s.w + x) * 3 + c];
        int right = s.rgb[((size_t)y * s.w + (x + 1) % s.w) * 3 + c];
        int below = s.rgb[((size_t)((y + 1) % s.h) * s.w + x) * 3 + c];
        e[((size_t)y * s.w + x) * 3 + c] = (int8_t)((here - (right + below) / 2) / 4);
      }
  return e;
}

static unsigned long compress(tjhandle tj, const uint8_t *rgb, int w, int h, int quality, unsigned char **jpeg) {
  unsigned long length = 0;
  tjFree(*jpeg);
  *jpeg = NULL;
  if (tjCompress2(tj, rgb, w, 0, h, TJPF_RGB, jpeg, &length, TJSAMP_420, quality, 0)) die(tjGetErrorStr2(tj), "compress");
  return length;
}

static void save(const char *name, const uint8_t *bytes, unsigned long length) {
  FILE *f = fopen(name, "wb");
  if (!f || fwrite(bytes, 1, length, f) != length || fclose(f)) die("cannot write", name);
}

int main(int argc, char **argv) {
  int w, h;
  if (argc != 8 || sscanf(argv[4], "%dx%d", &w, &h) != 2) die("usage", "SOURCE DETAIL SEED WxH BYTES PHOTO THUMBNAIL");
  uint64_t seed = strtoull(argv[3], NULL, 10);
  double wanted = atof(argv[5]);
  Picture small = load(argv[1]), detail = load(argv[2]);
  Picture base = enlarge(small, w, h, (int)(seed & 1));
  int8_t *edge = edges(detail);
  int shift = (int)(seed * 57 % 61) - 30;

  uint8_t *grained = room((size_t)w * h * 3);
  tjhandle tj = tjInitCompress();
  unsigned char *jpeg = NULL;
  unsigned long length = 0;
  double low = 0, high = 160, strength = 24;
  for (int attempt = 0; attempt < 9; attempt++) {
    int s = (int)(strength * 16);
    state = seed * 0x9e3779b97f4a7c15u + 1;
    for (int y = 0; y < h; y++) {
      const int8_t *row = edge + (y + seed * 131) % (unsigned)detail.h * (unsigned)detail.w * 3;
      size_t column = seed * 197 % (unsigned)detail.w;
      for (int x = 0; x < w; x++) {
        uint64_t r = next_random();
        int luma = (int)(r & 255) + (int)(r >> 8 & 255) + (int)(r >> 16 & 255) + (int)(r >> 24 & 255) - 510;
        size_t i = ((size_t)y * w + x) * 3;
        for (int c = 0; c < 3; c++) {
          int chroma = (int)(r >> (32 + 8 * c) & 255) - 128;
          int added = ((luma + chroma / 2) >> 3) + row[column * 3 + c] * 3;
          grained[i + c] = clamp(base.rgb[i + c] + (c == 1 ? 0 : shift) + (added * s >> 9));
        }
        if (++column == (size_t)detail.w) column = 0;
      }
    }
    length = compress(tj, grained, w, h, 90, &jpeg);
    double ratio = (double)length / wanted;
    if (ratio > 0.97 && ratio < 1.03) break;
    if (ratio < 1) low = strength;
    else high = strength;
    strength = (low + high) / 2;
  }
  save(argv[6], jpeg, length);

  uint8_t *thumbnail = room(160 * 120 * 3);
  for (int y = 0; y < 120; y++)
    for (int x = 0; x < 160; x++)
      for (int c = 0; c < 3; c++) {
        int left = x * w / 160, right = (x + 1) * w / 160, top = y * h / 120, bottom = (y + 1) * h / 120;
        uint64_t sum = 0;
        for (int v = top; v < bottom; v++)
          for (int u = left; u < right; u++) sum += grained[((size_t)v * w + u) * 3 + c];
        thumbnail[(y * 160 + x) * 3 + c] = (uint8_t)(sum / (uint64_t)((right - left) * (bottom - top)));
      }
  length = compress(tj, thumbnail, 160, 120, 82, &jpeg);
  save(argv[7], jpeg, length);
  return 0;
}
