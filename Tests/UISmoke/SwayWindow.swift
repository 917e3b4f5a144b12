// A window on the Wayland compositor of the tests: where it is, and what is done with it. Through swaymsg.
import Foundation

/// One window of sway, which itself fills the display.
struct SwayWindow {
    /// A part of sway's tree.
    private struct Node: Decodable {
        struct Rect: Decodable { let x, y, width, height: Int }
        let id: Int
        let name: String?
        let pid: Int32?
        let visible: Bool?
        let rect: Rect
        let nodes: [Node]?
        let floating_nodes: [Node]?

        var all: [Node] { [self] + ((nodes ?? []) + (floating_nodes ?? [])).flatMap(\.all) }
    }

    private let id: Int
    /// Device pixels of a logical one.
    private let scale: Double

    /// Whether the tests run on a Wayland compositor.
    static var isWanted: Bool { ProcessInfo.processInfo.environment["SWAYSOCK"] != nil }

    /// Finds the visible window of a process, the newest, or that of a title; nil while there is none.
    init?(of process: Int32, titled title: String? = nil) throws {
        guard
            let node = try Self.nodes().last(where: {
                $0.pid == process && $0.visible == true && (title == nil || $0.name?.contains(title ?? "") == true)
            })
        else { return nil }
        id = node.id
        scale = ProcessInfo.processInfo.environment["TESSERA_WAYLAND_SCALE"].flatMap(Double.init) ?? 1
    }

    private static func nodes() throws -> [Node] {
        let tree = try Screen.command("swaymsg", ["--type", "get_tree", "--raw"])
        return try JSONDecoder().decode(Node.self, from: Data(tree.utf8)).all
    }

    private func node() throws -> Node {
        guard let node = try Self.nodes().first(where: { $0.id == id }) else { throw NotReady("the window has gone") }
        return node
    }

    private func tell(_ command: String) throws { try Screen.command("swaymsg", ["[con_id=\(id)] \(command)"]) }

    func focus() throws { try tell("focus") }
    func resize(_ width: Int, _ height: Int) throws { try tell("resize set \(width) px \(height) px") }
    func move(to point: (x: Int, y: Int)) throws { try tell("move absolute position \(point.x) \(point.y)") }
    func title() throws -> String { try node().name ?? "" }

    /// Sends the window to where it is not seen, or back.
    func hide() throws { try tell("move to workspace hidden") }
    func show() throws { try tell("move to workspace 1") }

    /// A point of the window on the display that the compositor fills.
    func displayPoint(_ x: Int, _ y: Int) throws -> (x: Int, y: Int) {
        let rect = try node().rect
        return (Int(Double(rect.x + x) * scale), Int(Double(rect.y + y) * scale))
    }

    /// The arguments with which ImageMagick takes the window's part of the display's picture, in logical pixels.
    func crop() throws -> [String] {
        let rect = try node().rect
        let parts = [rect.width, rect.height, rect.x, rect.y].map { Int((Double($0) * scale).rounded()) }
        let crop = ["-window", "root", "-crop", "\(parts[0])x\(parts[1])+\(parts[2])+\(parts[3])", "+repage"]
        return scale == 1 ? crop : crop + ["-resize", "\(rect.width)x\(rect.height)!"]
    }
}
