// Extended attributes of files, as tests set and find them.
import Glibc

/// Functions of the C library that its module leaves out.
enum FileAttributes {
    static let set = function(
        "setxattr",
        (@convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32).self)
    static let size = function(
        "getxattr",
        (@convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int).self)

    private static func function<Type>(_ name: String, _ type: Type.Type) -> Type {
        unsafeBitCast(dlsym(nil, name), to: type)
    }
}
