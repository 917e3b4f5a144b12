// Which photo comes after which: in all of a collection, and among chosen ones.
import Library
import Photos
import Testing

@testable import Browse

@MainActor
struct PhotoCourseTests {
    private func model(_ photos: [String]) async -> GalleryModel {
        let model = GalleryModel(source: ScriptedSource(.page(photos, next: nil)), collation: PlainCollation())
        model.loadMore()
        await model.waitUntilIdle()
        return model
    }

    @Test func itLeadsThroughTheWholeCollection() async {
        let model = await model(["a", "b", "c"]), course = PhotoCourse()
        let refs = (0..<3).map(model.ref(at:))
        #expect(course.count(in: model) == 3 && course.photos == nil)
        #expect(course.position(of: refs[2], in: model) == 2)
        #expect(course.neighbours(of: refs[1], in: model) == [refs[2], refs[0]])
        #expect(course.neighbours(of: refs[0], in: model) == [refs[1]])
        #expect(course.ref(.last, from: refs[0], in: model) == refs[2])
        #expect(course.ref(.next, from: refs[2], in: model) == nil)
        #expect(course.ref(-3, from: refs[2], in: model) == nil)
    }

    @Test func aNarrowOneLeadsThroughChosenPhotosAlone() async {
        let model = await model(["a", "b", "c", "d", "e"]), course = PhotoCourse()
        let refs = (0..<5).map(model.ref(at:))
        course.narrow(to: [refs[1], refs[3], refs[4]])
        #expect(course.count(in: model) == 3)
        #expect(course.position(of: refs[3], in: model) == 1 && course.position(of: refs[2], in: model) == nil)
        #expect(course.neighbours(of: refs[3], in: model) == [refs[4], refs[1]])
        #expect(course.ref(.first, from: refs[4], in: model) == refs[1])
        #expect(course.ref(.next, from: refs[0], in: model) == nil)
        course.narrow(to: nil)
        #expect(course.neighbours(of: refs[3], in: model) == [refs[4], refs[2]])
    }
}
