import Browse
import Testing

/// What a pointer that holds a timeline's handle leads to.
struct TimelineGripTests {
    private let track = 600.0

    private func held(at y: Double, handleAt place: Double) -> TimelineGrip {
        var grip = TimelineGrip()
        grip.press(at: y, handleAt: place, onTrack: track)
        return grip
    }

    @Test func theHandleHoldsThePlaceThatItStandsForAndReachesBothEnds() {
        for track in [0.5, 40, 600, 2_000] {
            #expect(TimelineGrip.handle(at: 0, onTrack: track).y == 0)
            let end = TimelineGrip.handle(at: track, onTrack: track)
            #expect(abs(end.y + end.length - track) < 1e-9)
            for share in stride(from: 0.0, through: 1, by: 0.05) {
                let place = share * track, handle = TimelineGrip.handle(at: place, onTrack: track)
                #expect(place >= handle.y - 1e-9 && place <= handle.y + handle.length + 1e-9)
                #expect(handle.length <= track / 2 && handle.length > 0)
            }
        }
        #expect(TimelineGrip.handle(at: 0, onTrack: 0).length == 0)
    }

    @Test func aPressOnTheTrackHoldsThePlaceUnderThePointer() {
        for y in [0.0, 1, 100, 300, 599, 600] {
            var grip = held(at: y, handleAt: y < 300 ? 500 : 50)
            #expect(grip.place(onTrack: track) == y)
            for next in [-5.0, 0, 250, 411, 600, 605] {
                grip.drag(to: next)
                #expect(grip.place(onTrack: track) == min(max(0, next), track))
            }
        }
    }

    @Test func aHandleThatIsGrabbedAnywhereStaysWhereItIsAndReachesBothEnds() {
        let handle = TimelineGrip.handle(at: 250, onTrack: track)
        for part in [0.0, 0.25, 0.5, 1] {
            let y = handle.y + part * handle.length
            var grip = held(at: y, handleAt: 250)
            #expect(abs((grip.place(onTrack: track) ?? -1) - 250) < 1e-9)
            // As far as the pointer comes inside of the track
            grip.drag(to: track - handle.length * (1 - part))
            #expect(abs((grip.place(onTrack: track) ?? -1) - track) < 1e-9)
            grip.drag(to: handle.length * part)
            #expect(abs(grip.place(onTrack: track) ?? -1) < 1e-9)
            grip.drag(to: -10_000)
            #expect(grip.place(onTrack: track) == 0)
            grip.drag(to: 10_000)
            #expect(grip.place(onTrack: track) == track)
            grip.drag(to: .nan)
            #expect(grip.place(onTrack: track) == track)
        }
    }

    @Test func hoveringHoldsNothingAndDoesNotMoveAHeldHandle() {
        var grip = TimelineGrip()
        grip.hover(at: 40)
        #expect(grip.pointer == 40 && !grip.isHeld && grip.place(onTrack: track) == nil)
        grip.drag(to: 80)
        #expect(grip.pointer == 40)
        grip.press(at: 200, handleAt: 0, onTrack: track)
        grip.hover(at: nil)
        #expect(grip.pointer == 200 && grip.isHeld)
        grip.release(at: 210)
        #expect(grip.pointer == 210 && !grip.isHeld && grip.place(onTrack: track) == nil)
        grip.hover(at: nil)
        #expect(grip == TimelineGrip())
    }

    @Test func theTrackMayChangeUnderAHeldHandle() {
        for place in [0.0, 600] {
            let grip = held(at: place == 0 ? 24 : 576, handleAt: place)
            #expect(grip.place(onTrack: track) == place)
            // The pointer is beyond the end of the shortest one.
            #expect(grip.place(onTrack: 0) == 0)
            #expect(grip.place(onTrack: 300) == (place == 0 ? 0 : 300))
        }
        let grip = held(at: 300, handleAt: 0)
        #expect(grip.place(onTrack: 600) == 300 && grip.place(onTrack: 200) == 200)
    }
}
