// What is remembered of pictures that have stopped their decoder.
import Library
import Photos
import Testing

@testable import Codecs

struct StoppedPicturesTests {
    private static func picture(_ inode: UInt64) -> PictureIdentity {
        .file(FileStamp(device: 1, inode: inode, byteCount: 5, modified: 0, sidecar: 0))
    }

    private let stopped = StoppedPictures()

    @Test func aPartThatTakesTooLongCostsThePictureNeitherItsTileNorItsPage() {
        stopped.note(Self.picture(1), .part, .empty)
        #expect(stopped.reason(for: Self.picture(1), .part) == .empty)
        #expect(
            stopped.reason(for: Self.picture(1), .tile) == nil && stopped.reason(for: Self.picture(1), .page) == nil)
        #expect(stopped.reason(for: Self.picture(2), .part) == nil)
    }

    @Test func aPictureThatEndsItsProcessIsTriedForNothing() {
        stopped.note(Self.picture(1), nil, .truncated)
        for extent in [DecodeRequest.Extent.tile, .page, .part, .preview, .frames, .facts, .marks] {
            #expect(stopped.reason(for: Self.picture(1), extent) == .truncated)
        }
        #expect(stopped.reason(for: nil, .tile) == nil)
    }

    @Test func theOldestIsForgottenFirst() {
        for inode in 0..<4097 { stopped.note(Self.picture(UInt64(inode)), nil, .empty) }
        #expect(stopped.reason(for: Self.picture(0), .tile) == nil)
        #expect(
            stopped.reason(for: Self.picture(1), .tile) == .empty
                && stopped.reason(for: Self.picture(4096), .tile) == .empty)
    }
}
