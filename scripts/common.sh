# Shared by the scripts beside it. Sets: root, the package's folder.
# shellcheck shell=sh

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)

say() { printf '%s\n' "$*" >&2; }
die() {
  say "$(basename -- "$0"): $*"
  exit 2
}

# need_swift: ends with directions where there is no Swift 6.2 or newer.
need_swift() {
  _have=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' | head -n 1)
  _major=${_have%%.*}
  _minor=${_have#*.}
  if [ -z "$_have" ]; then
    die "no Swift toolchain found.
photopick needs Swift 6.2 or newer: https://www.swift.org/install/linux/
(on Debian: install swiftly from there, then 'swiftly install latest'), and 'swift' in PATH."
  fi
  if [ "$_major" -lt 6 ] || { [ "$_major" -eq 6 ] && [ "$_minor" -lt 2 ]; }; then
    die "Swift $_have is too old.
photopick needs Swift 6.2 or newer: https://www.swift.org/install/linux/"
  fi
}

is_installed() {
  case $(dpkg-query -W -f='${Status}' "$1" 2>/dev/null) in
    "install ok installed") return 0 ;;
    *) return 1 ;;
  esac
}

# A package may be there under another name that provides it: pkgconf for pkg-config.
is_provided() {
  is_installed "$1" && return 0
  case $1 in
    pkg-config) command -v pkg-config >/dev/null ;;
    gcc | g++) command -v "$1" >/dev/null ;;
    *) return 1 ;;
  esac
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "not root and no sudo here. As root, run:
  $*"
  fi
}

# install_packages GROUP...: installs what is missing of these groups, once, and says what.
install_packages() {
  _missing=
  for _group in "$@"; do
    for _name in $(sed -n "s/^$_group  *//p" "$root/scripts/packages"); do
      is_provided "$_name" || _missing="$_missing $_name"
    done
  done
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    pkg-config --exists libturbojpeg libheif libsixel spng lcms2 jansson expat libexif libseccomp 2>/dev/null ||
      die "this is no Debian, and libraries are missing. Install what these Debian packages hold:
 $(sed -n 's/^build  *//p' "$root/scripts/packages" | tr '\n' ' ')"
    return 0
  fi
  # Without package lists nothing is known of the optional ones either.
  if [ -n "$_missing" ]; then
    say "Installing Debian packages:$_missing"
    as_root apt-get update -qq >/dev/null || die "apt-get update failed"
  fi
  _optional=
  for _name in $(sed -n 's/^optional  *//p' "$root/scripts/packages"); do
    if ! is_installed "$_name" && apt-cache show "$_name" >/dev/null 2>&1; then
      _optional="$_optional $_name"
    fi
  done
  [ -n "$_missing$_optional" ] || return 0
  [ -z "$_optional" ] || say "Installing Debian packages:$_optional"
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends -qq \
    $_missing $_optional </dev/null >/dev/null ||
    die "installing failed. Try: apt-get install$_missing$_optional"
}

# build_release: builds the optimised program, its Swift libraries in it; sets: program.
# Quiet, unless it fails or takes long.
build_release() {
  mkdir -p "$root/.build"
  _log=$root/.build/build.log
  program=$root/.build/release/photopick
  [ -x "$program" ] || say "Building photopick (a few minutes, once) ..."
  if ! swift build --package-path "$root" --scratch-path "$root/.build" -c release \
    --product photopick --static-swift-stdlib </dev/null >"$_log" 2>&1; then
    grep -E 'error:|fatal' "$_log" >&2 || tail -n 30 "$_log" >&2
    die "the build failed; all of it is in $_log"
  fi
}
