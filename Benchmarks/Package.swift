// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds photopick builds its benchmarks.
let package = Package(
  name: "photopick-benchmarks",
  dependencies: [.package(name: "photopick", path: "..")],
  targets: [
    .executableTarget(
      name: "decode-rate",
      dependencies: [
        .product(name: "PhotoLibrary", package: "photopick"),
        .product(name: "PickerModel", package: "photopick"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
