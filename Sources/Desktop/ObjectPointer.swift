// C pointers to GObjects as Swift imports them: opaque, typed or raw. The casts between them live in this file.

/// Any pointer to a GObject instance. Swift imports final GTK types as `OpaquePointer`, others as typed pointers.
public protocol ObjectPointer {
    var object: UnsafeMutableRawPointer { get }
}

extension OpaquePointer: ObjectPointer {
    public var object: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutablePointer: ObjectPointer {
    public var object: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutableRawPointer: ObjectPointer {
    public var object: UnsafeMutableRawPointer { self }
}

extension ObjectPointer {
    /// The same object as a pointer to one of its base types or interfaces. Unchecked, as every C upcast is.
    public func cast<Base>(to: Base.Type = Base.self) -> UnsafeMutablePointer<Base> {
        object.assumingMemoryBound(to: Base.self)
    }

    /// The same object as a pointer to a type whose layout C keeps to itself.
    public var opaque: OpaquePointer { OpaquePointer(object) }
}
