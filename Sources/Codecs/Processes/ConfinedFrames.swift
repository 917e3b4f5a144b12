// The frames of an animation that has a decode process for itself.
import Photos

/// An animation that is decoded in a process of its own, which ends with this object.
final class ConfinedFrames: AnimationFrames {
    private let process: DecodeProcess
    private let size: PixelSize

    /// - Parameter process: One that has opened the animation.
    init(_ process: DecodeProcess, at size: PixelSize) {
        self.process = process
        self.size = size
    }

    func skip() throws -> Bool {
        if case .done = try perform(.frame(size: size, isSkipped: true)) { true } else { false }
    }

    func next() throws -> PixelBuffer? {
        if case .frame(let pixels) = try perform(.frame(size: size, isSkipped: false)) { pixels } else { nil }
    }

    func rewind() throws { _ = try perform(.rewind) }

    /// - Throws: `CancellationError`. A process that has ended gives no further frames.
    private func perform(_ request: DecodeRequest) throws -> DecodeAnswer {
        guard process.isUsable,
            case .answered(let answer) = try process.perform(request, on: DecodeInput(.opened), within: Unbudgeted())
        else { return .none }
        if case .cancelled = answer { throw CancellationError() }
        return answer
    }
}
