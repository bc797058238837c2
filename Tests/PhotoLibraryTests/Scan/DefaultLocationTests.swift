import PhotoLibrary
import PickerModel
import Testing

@Suite("the pictures folder")
struct DefaultLocationTests {
  private func folder(_ environment: [String: FileName], _ files: [FileName: String] = [:])
    -> FileName?
  {
    DefaultLocation.picturesFolder(
      environment: { environment[$0] }, readFile: { files[$0].map { Array($0.utf8) } })
  }

  @Test("the environment comes first")
  func environment() {
    #expect(folder(["XDG_PICTURES_DIR": "/p", "HOME": "/h"]) == "/p")
    #expect(folder(["XDG_PICTURES_DIR": "relative", "HOME": "/h"]) == "/h/Pictures")
  }

  @Test(
    "then what user-dirs.dirs says",
    arguments: [
      ("XDG_PICTURES_DIR=\"$HOME/Bilder\"\n", "/h/Bilder"),
      ("# x\nXDG_DESKTOP_DIR=\"$HOME/D\"\n  XDG_PICTURES_DIR=\"/mnt/p\\\"q\"", "/mnt/p\"q"),
      ("XDG_PICTURES_DIR=\"$HOME/A\"\nXDG_PICTURES_DIR=\"$HOME/B/\"\n", "/h/B"),
      ("XDG_PICTURES_DIR=\"$HOME\"", "/h/Pictures"), ("XDG_PICTURES_DIR=\"$HOME/\"", "/h/Pictures"),
      ("XDG_PICTURES_DIR=\"Bilder\"", "/h/Pictures"), ("XDG_PICTURES_DIR=\"/open", "/h/Pictures"),
      ("XDG_PICTURES_DIR=\"$HOMER/x\"", "/h/Pictures"), ("", "/h/Pictures"),
    ] as [(String, FileName)])
  func userDirectories(text: String, expected: FileName) {
    #expect(folder(["HOME": "/h"], ["/h/.config/user-dirs.dirs": text]) == expected)
    let moved: [String: FileName] = ["HOME": "/h", "XDG_CONFIG_HOME": "/c"]
    #expect(folder(moved, ["/c/user-dirs.dirs": text]) == expected)
  }

  @Test("without a home there is none")
  func homeless() {
    #expect(folder([:]) == nil)
  }
}
