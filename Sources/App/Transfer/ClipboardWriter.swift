// The writing to the clipboard: what was asked for last is there in the end.
import CGTK

/// Puts what the program copies into the clipboard, for all windows.
///
/// Some of it is ready late: the list of thousands of files, the pixels of a large photo. It takes the place of nothing
/// that was copied later, here or in another program.
final class ClipboardWriter {
    typealias Content = UnsafeMutablePointer<GdkContentProvider>

    /// Borrowed: the display's.
    private let clipboard: OpaquePointer
    private var making: Task<Void, Never>?
    /// Whether nothing is there yet of what was asked for last.
    private var isAwaited = false

    init() { clipboard = made(gdk_display_get_clipboard(made(gdk_display_get_default()))) }

    /// Puts content into the clipboard.
    /// - Parameters:
    ///   - content: What is there at once (transfer full); nil where it is to be made first.
    ///   - make: Makes what takes its place (transfer full), or returns nil to leave it; nil for nothing.
    ///   - done: Called once that is there, with true, or once `make` has returned nil, with false; not where something
    ///     else was copied meanwhile.
    func put(
        _ content: Content?, then make: (() async -> Content?)? = nil,
        done: @escaping (_ isThere: Bool) -> Void = { _ in }
    ) {
        making?.cancel()
        making = nil
        if let content { set(content) }
        isAwaited = content == nil && make != nil
        guard let make else { return }
        let before = ClipboardState(of: clipboard)
        making = Task { [weak self] in
            let content = await make()
            guard let self, !Task.isCancelled else { return Self.release(content) }
            self.isAwaited = false
            guard before.isCurrent(in: self.clipboard) else { return Self.release(content) }
            if let content { self.set(content) }
            done(content != nil)
        }
    }

    /// Calls `body` once the clipboard has what was asked for last, at once if it has: what is pasted is never what was
    /// there before.
    func whenSettled(_ body: @escaping () -> Void) {
        guard isAwaited else { return body() }
        Task { [weak self] in
            while let self, self.isAwaited { await self.making?.value }
            body()
        }
    }

    private func set(_ content: Content) {
        gdk_clipboard_set_content(clipboard, content)
        Self.release(content)
    }

    private static func release(_ content: Content?) { if let content { g_object_unref(content) } }
}

/// What a clipboard had at some time: GDK makes other formats for whatever is put there, and these are held.
private final class ClipboardState {
    private let formats: OpaquePointer

    init(of clipboard: OpaquePointer) {
        formats = made(gdk_content_formats_ref(gdk_clipboard_get_formats(clipboard)))
    }

    isolated deinit { gdk_content_formats_unref(formats) }

    /// Whether nothing else was put there since.
    func isCurrent(in clipboard: OpaquePointer) -> Bool { gdk_clipboard_get_formats(clipboard) == formats }
}
