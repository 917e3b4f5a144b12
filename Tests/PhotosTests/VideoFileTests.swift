// Which names are those of videos.
import Photos
import Testing

struct VideoFileTests {
    @Test func videosAreRecognisedByTheirNames() {
        for name in ["a.mp4", "A.MOV", "/p/b.c/film.WebM", "x.m2ts", "é.MKV"] { #expect(VideoFile.covers(name)) }
        // TypeScript, hidden files, and names without an extension.
        for name in ["a.ts", ".mp4", "mp4", "a.mp4x", "a.jpg", "a.", "", "mp4/a"] { #expect(!VideoFile.covers(name)) }
    }

    @Test func onlyFilesAreVideos() {
        #expect(ImageLocation.file("/a.mp4").isVideo)
        #expect(!ImageLocation.remote("https://a.example/a.mp4").isVideo)
        #expect(!ImageLocation.file("/a.mp4/b.jpg").isVideo)
    }
}
