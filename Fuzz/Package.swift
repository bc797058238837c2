// swift-tools-version: 6.2
import PackageDescription

// Built by scripts/fuzz, which gives the sanitizers: a package of its own, so that nobody who builds
// photopick needs them.
let package = Package(
  name: "photopick-fuzz",
  dependencies: [.package(name: "photopick", path: "..")],
  targets: [
    .executableTarget(
      name: "PhotopickFuzz",
      dependencies: [
        .product(name: "PickerModel", package: "photopick"),
        .product(name: "PhotoLibrary", package: "photopick"),
        .product(name: "TermRender", package: "photopick"),
      ],
      // Options/ is a link to the program's own parser, which is in no library.
      swiftSettings: [
        .unsafeFlags(["-parse-as-library"]), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
