// The registration of GObject types before threads use them.
import CCodecs
public import CGLib
import Synchronization

/// Registers GObject types and initialises their classes, before threads use them for the first time.
///
/// GLib can stop two threads for ever that meet new types at the same time: one initialises a class, which holds a lock
/// of the type system, and needs a type there that the other is registering; the other waits for that lock in order to
/// add an interface to its type. A registered type and an initialised class take neither lock again.
public enum TypeRegistration {
    private static let lock = Mutex(())

    /// Registers the types and initialises their classes, which are never released. Any thread; one caller at a time.
    /// - Parameter types: Functions that return types of classes, not of interfaces.
    public static func register(_ types: [@convention(c) () -> GType]) {
        lock.withLock { _ in for type in types { _ = g_type_class_ref(type()) } }
    }

    /// The types that decoding uses on its threads. Reading it registers them, once.
    public static let decoding: Void = register([
        gdk_pixbuf_get_type, gdk_pixbuf_loader_get_type, gdk_pixbuf_animation_get_type, gdk_pixbuf_simple_anim_get_type,
    ])
}
