// Casts between C pointers to GObjects, which Swift imports as opaque, typed or raw.

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
    /// Returns the same object as a pointer to one of its base types or interfaces. Unchecked, like every C upcast.
    public func cast<Base>(to: Base.Type = Base.self) -> UnsafeMutablePointer<Base> {
        object.assumingMemoryBound(to: Base.self)
    }

    /// The same object as a pointer to a type whose layout C hides.
    public var opaque: OpaquePointer { OpaquePointer(object) }
}
