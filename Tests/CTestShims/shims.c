/* Test-only C: what Swift can't say. */
#define _GNU_SOURCE 1
#include "CTestShims.h"

#include <locale.h>
#include <wchar.h>

static locale_t utf8_locale(void) {
  static locale_t locale;
  locale_t made = __atomic_load_n(&locale, __ATOMIC_ACQUIRE);
  if (made == (locale_t)0) {
    made = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    __atomic_store_n(&locale, made, __ATOMIC_RELEASE);
  }
  return made;
}

int pt_character_width(uint32_t scalar) {
  if (scalar >= 0x20 && scalar < 0x7F) return 1;
  locale_t old = uselocale(utf8_locale());
  int width = wcwidth((wchar_t)scalar);
  uselocale(old);
  return width;
}
