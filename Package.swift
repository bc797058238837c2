// swift-tools-version: 6.2
import Glibc
import PackageDescription

/// One strict set of rules for sources and tests alike.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  // Every call into C must say `unsafe`: without it a raw pointer passes unnoticed.
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// What makes the program a tenth smaller: identical functions once, no symbols for others to link
/// against, and relocations in a bitmap instead of 24 bytes each, which the C library reads from
/// version 2.36 on.
let compactLinking: [LinkerSetting] = {
  var flags = ["-use-ld=lld", "-Xlinker", "--icf=safe", "-Xlinker", "--no-export-dynamic"]
  var text = [CChar](repeating: 0, count: 64)
  _ = confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count)  // "glibc 2.36"
  let version = String(
    decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
  )
  .drop { !$0.isNumber }.split(separator: ".").compactMap { Int($0) }
  if version.count >= 2, (version[0], version[1]) >= (2, 36) {
    flags += ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
  }
  return [.unsafeFlags(flags, .when(configuration: .release))]
}()

let package = Package(
  name: "photopick",
  products: [
    .executable(name: "photopick", targets: ["photopick"]),
    .library(name: "PickerModel", targets: ["PickerModel"]),
    .library(name: "PhotoLibrary", targets: ["PhotoLibrary"]),
    .library(name: "TermRender", targets: ["TermRender"]),
  ],
  targets: [
    .target(name: "PickerModel", swiftSettings: strict),
    .target(
      name: "PhotoLibrary",
      dependencies: [
        "PickerModel", "CShims", "CTurboJPEG", "CHeif", "CSpng", "CLcms", "CJansson", "CExpat",
        "CExif", "CSQLite", "CSeccomp",
      ],
      swiftSettings: strict),
    .target(
      name: "TermRender",
      dependencies: ["PickerModel", "CShims", "CNcurses", "CSixel"],
      swiftSettings: strict),
    .executableTarget(
      name: "photopick",
      dependencies: ["PickerModel", "PhotoLibrary", "TermRender", "CShims", "CJansson"],
      swiftSettings: strict, linkerSettings: compactLinking),

    // The few C lines that Swift can't say: GNU calls, macros, a crash handler.
    .target(name: "CShims"),

    // No pkgConfig for ncursesw: its .pc file carries -D flags that SwiftPM prohibits and drops,
    // which would hide the wide-character functions. The module map links the library instead.
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CHeif", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CSixel", pkgConfig: "libsixel", providers: [.apt(["libsixel-dev"])]),
    .systemLibrary(name: "CSpng", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
    .systemLibrary(name: "CLcms", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(
      name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),

    // What the tests share: seeded randomness, a pty harness, a small VT and sixel decoder.
    .target(name: "CTestShims", path: "Tests/CTestShims"),
    .target(
      name: "TestSupport", dependencies: ["PickerModel", "CTestShims"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PickerModelTests", dependencies: ["PickerModel", "TestSupport"],
      swiftSettings: strict),
    // A front end without a screen, on the public API alone: an example that is kept working.
    .testTarget(
      name: "HeadlessFrontEndTests", dependencies: ["PickerModel", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PhotoLibraryTests",
      dependencies: ["PhotoLibrary", "TestSupport", "CShims", "CTestShims"],
      exclude: ["Golden", "Decoder/stand-in"],
      swiftSettings: strict),
    .testTarget(
      name: "TermRenderTests",
      dependencies: ["TermRender", "PickerModel", "TestSupport", "CShims", "CSixel"],
      swiftSettings: strict),
    .testTarget(
      name: "photopickTests", dependencies: ["photopick", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests", dependencies: ["photopick", "TestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu11
)
