// Where nothing tells of power profiles, power is not saved, and nothing waits for the answer.
import Testing

@testable import Desktop

@MainActor struct SystemPowerSaverTests {
    @Test func withoutAMonitorPowerIsNotSaved() {
        let saver = SystemPowerSaver(monitor: nil)
        #expect(saver.isSaving() == false)
    }
}
