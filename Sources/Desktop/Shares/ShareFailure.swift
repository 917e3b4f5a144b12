// What the errors of GIO mean for a folder or a photo on a share.
import CGLib
public import Codecs
public import Photos

extension LoadFailure {
    /// Returns what a call to a share has failed with: `CancellationError` for a call that its caller has cancelled, or
    /// a failure.
    /// - Parameter name: The photo or the folder, as the user knows it.
    static func ofShare(_ error: any Error, _ call: ShareCall, stage: Stage, name: String) -> any Error {
        if call.hasTimedOut {
            return LoadFailure(stage: stage, culprit: name, reason: .timedOut(seconds: call.seconds))
        }
        guard let error = error as? GLibError else { return error }
        if error.isIO(G_IO_ERROR_CANCELLED) { return CancellationError() }
        return LoadFailure(stage: stage, culprit: name, reason: error.reasonOfShare)
    }
}

extension LoadFailure {
    /// Returns the reason why a share was not connected.
    public static func ofConnection(_ error: GLibError, to address: ShareAddress) -> LoadFailure {
        // GVfs fails with the same where the user has refused to answer and where the server has refused to let the
        // user in.
        if error.isIO(G_IO_ERROR_PERMISSION_DENIED) || error.isHandled { return ofRefusal(at: address) }
        return LoadFailure(stage: .listing, culprit: address.shown, reason: error.reasonOfShare)
    }

    /// Returns the reason why a share was not connected where somebody has refused to. It may go well the next time.
    public static func ofRefusal(at address: ShareAddress) -> LoadFailure {
        LoadFailure(stage: .listing, culprit: address.shown, reason: .notSignedIn)
    }
}

extension GLibError {
    /// Whether a share is not connected, or not any more.
    var isNotMounted: Bool { isIO(G_IO_ERROR_NOT_MOUNTED) }

    /// Whether the process of GVfs that had served a share has gone, and GVfs has not taken note (GVfs 1.50, in a
    /// thread that had no connection to it; docs/workarounds.md).
    var isOfGoneProcess: Bool {
        domain == g_dbus_error_quark() && code == Int(G_DBUS_ERROR_SERVICE_UNKNOWN.rawValue)
    }

    /// Whether nothing but a message says what has happened.
    private var isOfNoKind: Bool { isIO(G_IO_ERROR_FAILED) }

    /// Whether the line to a share may have broken: an error of no kind, or the process of GVfs that serves it has
    /// ended in the middle of the call.
    var isOfBrokenLine: Bool { isOfNoKind || isIO(G_IO_ERROR_CLOSED) }

    /// Whether the user was told already, or has refused to answer a question.
    var isHandled: Bool { isIO(G_IO_ERROR_FAILED_HANDLED) }

    /// Whether a server was not connected because of its key. GVfs says it by its message alone, in the language of the
    /// session (1.50, `daemon/gvfsbackendsftp.c`).
    private var isOfHostKey: Bool {
        let english = "Host key verification failed"
        // Untranslated, it is the string that was passed.
        let translated = english.withCString { g_dgettext("gvfs", $0).map { String(cString: $0) } }
        return isOfNoKind && [english, translated].contains(message)
    }

    fileprivate var reasonOfShare: LoadFailure.Reason {
        if isIO(G_IO_ERROR_NOT_FOUND, G_IO_ERROR_NOT_DIRECTORY) { return .notFound }
        if isNotMounted || isOfGoneProcess { return .unreachable(Message("it is not connected")) }
        if isIO(G_IO_ERROR_PERMISSION_DENIED) { return .unreadable(Message("you have no permission to read it")) }
        if isIO(G_IO_ERROR_NOT_SUPPORTED) {
            return .unreadable(Message("this kind of address is not supported here. Install gvfs-backends"))
        }
        if isHandled { return .unreachable(Message("it was not connected")) }
        if isOfHostKey { return .otherHostKey }
        return .unreachable(.verbatim(message))
    }
}
