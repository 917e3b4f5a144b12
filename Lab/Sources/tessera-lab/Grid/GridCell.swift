// One place of the matrix of screens and moves in which the grid is measured.

/// A screen, how the grid is set up on it, and what is done there. Lengths are in device pixels.
struct GridCell: Codable, Hashable, Sendable {
    var width: Int
    var height: Int
    /// Device pixels of a logical one.
    var scale = 1
    /// Longer side of a tile.
    var tile = 200
    var layout = "squares"
    var scenario = "sweep"
    /// Whether another program wants a core all the time.
    var isLoaded = false

    /// The same screen with the setup and the move that the floor is measured in.
    var floor: GridCell {
        var floor = self
        (floor.layout, floor.scenario) = ("squares", "sweep")
        return floor
    }

    var name: String {
        let words = [
            "\(width)×\(height)", scale == 1 ? nil : "at \(scale)", "tiles of \(tile)", layout,
            isLoaded ? "loaded" : nil,
        ]
        return words.compactMap(\.self).joined(separator: " ")
    }

    var arguments: [String] {
        [
            "--scenario=\(scenario)", "--window-size=\(width / scale)x\(height / scale)",
            "--tile-size=\(max(48, tile / scale))", "--group=none",
            "--layout=\(layout)",
        ]
    }

    /// GDK takes whole scales alone on X11, and the compositor's on Wayland.
    var variables: [String: String] { scale == 1 ? [:] : ["GDK_SCALE": String(scale)] }

    /// All places, in the order of their weight: every screen with every move first, then what differs from the usual
    /// in one respect, then in two.
    static let all: [GridCell] = {
        let screens = [(1280, 800), (1920, 1080), (2560, 1440), (3840, 2160)].map { GridCell(width: $0, height: $1) }
        let scenarios = ["sweep", "jump", "timeline", "fling", "zoom", "select"]
        func varied<Value>(
            _ cells: [GridCell], _ values: [Value], _ path: WritableKeyPath<GridCell, Value>
        ) -> [GridCell] {
            cells.flatMap { cell in
                values.map { value in
                    var cell = cell
                    cell[keyPath: path] = value
                    return cell
                }
            }
        }
        let moved = varied(screens, scenarios, \.scenario)
        let usual = [screens[1], screens[2]]
        var all = moved
        all += varied(varied(usual, [48, 96, 512], \.tile), ["sweep", "jump"], \.scenario)
        all += varied(varied(screens, [2], \.scale), ["sweep", "zoom", "jump"], \.scenario)
        all += varied(varied(usual, ["justified"], \.layout), ["sweep", "jump", "timeline"], \.scenario)
        all += varied(moved, [true], \.isLoaded)
        all += varied(
            varied(
                varied(varied(screens, [1, 2], \.scale), [48, 96, 200, 512], \.tile), ["squares", "justified"], \.layout
            ),
            scenarios, \.scenario)
        var seen: Set<GridCell> = []
        return all.filter { seen.insert($0).inserted }
    }()
}
