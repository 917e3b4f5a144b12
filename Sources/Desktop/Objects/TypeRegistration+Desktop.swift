// The GObject types that the adapters use on threads of their own.
import CGLib
import CGTK
import CSoup
public import Codecs

extension TypeRegistration {
    /// The types that network, files and textures use on threads, and those of decoding. Reading it registers them,
    /// once; the program does so before it starts a thread.
    public static let desktop: Void = {
        decoding
        register([
            g_inet_address_get_type, g_inet_socket_address_get_type, g_network_address_get_type,
            g_proxy_address_get_type, g_socket_get_type, g_socket_client_get_type, g_tcp_connection_get_type,
            g_cancellable_get_type, g_task_get_type, g_file_info_get_type, g_memory_input_stream_get_type,
            g_memory_output_stream_get_type, g_buffered_input_stream_get_type, g_converter_input_stream_get_type,
            g_converter_output_stream_get_type, g_zlib_compressor_get_type, g_zlib_decompressor_get_type,
        ])
        register([
            soup_session_get_type, soup_message_get_type, soup_server_get_type, soup_server_message_get_type,
        ])
        register([gdk_texture_get_type, gdk_memory_texture_get_type])
    }()
}
