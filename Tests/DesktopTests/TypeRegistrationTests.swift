import CGLib
import CGTK
import CSoup
import Testing

@testable import Desktop

/// Types that threads use, and classes that exist before the first thread does.
struct TypeRegistrationTests {
    @Test func aThreadWithALoopFindsTheClassesThatItUses() {
        _ = LoopExecutor(name: "types")
        let types: [GType] = [
            soup_message_get_type(), soup_server_message_get_type(), g_inet_socket_address_get_type(),
            g_zlib_compressor_get_type(), gdk_memory_texture_get_type(),
        ]
        #expect(types.allSatisfy { g_type_class_peek($0) != nil })
    }
}
