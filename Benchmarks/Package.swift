// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds photopick builds its benchmarks.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let photopick: [Target.Dependency] = [
  "Figures",
  .product(name: "PhotoLibrary", package: "photopick"),
  .product(name: "PickerModel", package: "photopick"),
]

let package = Package(
  name: "photopick-benchmarks",
  dependencies: [.package(name: "photopick", path: "..")],
  targets: [
    .target(name: "Figures", swiftSettings: strict),
    .executableTarget(name: "decoder-rate", dependencies: photopick, swiftSettings: strict),
    .executableTarget(name: "decode-rate", dependencies: photopick, swiftSettings: strict),
    .executableTarget(
      name: "page-rate",
      dependencies: photopick + [.product(name: "TermRender", package: "photopick")],
      swiftSettings: strict),
    .executableTarget(name: "scan-rate", dependencies: photopick, swiftSettings: strict),
    .executableTarget(name: "scale-rate", dependencies: photopick, swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
