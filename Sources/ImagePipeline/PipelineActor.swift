// The isolation of the pipeline, and the way in which its functions wait for one another.

/// The isolation of all bookkeeping: jobs, queues and the loader's side of sessions, tasks and calls. Ports run
/// elsewhere, so that a turn of the actor is short, and only an `await` lets anything change.
@globalActor
actor PipelineActor {
    static let shared = PipelineActor()
}

/// The continuation of a function that waits for another part of the pipeline. Each is taken out of the property that
/// holds it before it is resumed, so that it is resumed once. Debug builds, and so all tests, check that; the check
/// costs an eighth of the pipeline's processor time (docs/measurements.md).
#if DEBUG
    typealias PipelineContinuation<Value> = CheckedContinuation<Value, any Error>
#else
    typealias PipelineContinuation<Value> = UnsafeContinuation<Value, any Error>
#endif

/// Suspends the calling function until the continuation is resumed. `body` runs in the turn of the call.
@PipelineActor
func suspended<Value: Sendable>(_ body: (PipelineContinuation<Value>) -> Void) async throws -> Value {
    #if DEBUG
        try await withCheckedThrowingContinuation(body)
    #else
        try await withUnsafeThrowingContinuation(body)
    #endif
}
