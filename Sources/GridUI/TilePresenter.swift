// What each bound tile shows: its picture, the best that stands in for it, its colour, or why there is none.
import Browse
import Desktop
import ImagePipeline
import Logging
import Photos

/// Puts pictures on tiles, and knows which tile shows what. Never asks for any.
final class TilePresenter {
    /// Microseconds for which a visible tile has been empty when a picture fades in; what comes sooner is just there.
    private static let lateness: Int64 = 100_000
    /// Screens a second above which nothing fades: tiles are gone before they are looked at.
    private static let fastestFade = 1.0
    /// Screens above and below the viewport whose bound tiles keep their textures.
    private static let keptScreens = 1

    private let grid: TileGrid
    private let model: GalleryModel
    private let loader: ImageLoader
    private let log = Logger(label: "grid")

    /// Positions whose tile holds a texture now, with the size at which its picture was asked for: those far away give
    /// theirs up, and those of another size are stand-ins.
    private var textured: [Int: PixelSize] = [:]
    /// Visible positions whose tile is empty, with the time of the first frame in which it was.
    private var emptySince: [Int: Int64] = [:]
    /// Why the photo at a position could not be shown.
    private(set) var failures: [Int: LoadFailure] = [:]
    private var viewport = Viewport.empty
    /// The frame clock's, in microseconds.
    private var frameTime: Int64 = 0

    init(grid: TileGrid, model: GalleryModel, loader: ImageLoader) {
        self.grid = grid
        self.model = model
        self.loader = loader
    }

    /// A frame begins.
    func begin(_ viewport: Viewport, at time: Int64) { (self.viewport, frameTime) = (viewport, time) }

    var isNothingShown: Bool { textured.isEmpty }

    /// Positions whose bound tiles have textures, beyond both ends of the list perhaps.
    var kept: Range<Int> {
        let margin = viewport.visible.count * Self.keptScreens
        return viewport.visible.lowerBound - margin..<viewport.visible.upperBound + margin
    }

    // MARK: What there is

    /// A tile has been attached to a position.
    func bound(_ position: Int, _ tile: Tile, _ key: ImageKey) {
        textured[position] = nil
        emptySince[position] = nil
        tile.colour = nil
        if let failure = failures[position] { return show(failure, at: position, on: tile) }
        tile.setAccessibleName(name(position))
        showBest(key, at: position)
    }

    /// Shows the picture itself if memory has it, else another size of it while the right one loads, else its colour.
    func showBest(_ key: ImageKey, at position: Int) {
        guard failures[position] == nil, textured[position] != key.size, let tile = grid.tiles[position] else { return }
        if let texture = loader.memory.image(for: key) as? Texture {
            present(texture, at: position, on: tile)
            textured[position] = key.size
        } else if tile.isBlank {
            if let texture = loader.memory.nearest(to: key) as? Texture {
                present(texture, at: position, on: tile)
                textured[position] = texture.size
            } else {
                tile.colour = loader.colours?.colour(for: key)
            }
        }
    }

    /// Notes since when visible tiles have been empty.
    func noteEmpty() {
        let before = emptySince
        emptySince.removeAll(keepingCapacity: true)
        for index in viewport.visible {
            guard let tile = grid.tiles[index], tile.isBlank else { continue }
            emptySince[index] = before[index] ?? frameTime
            tile.sayBusy()
        }
    }

    /// What is shown in `size` was made for the other fit, and stands in.
    func becomeStandIns(_ size: PixelSize) {
        textured = textured.mapValues { $0 == size ? Self.standIn(for: size) : $0 }
    }

    func giveUpFarTextures() {
        let kept = kept
        for index in textured.keys where !kept.contains(index) {
            grid.tiles[index]?.clear()
            textured[index] = nil
        }
    }

    // MARK: What has come

    /// A picture, or a preview of it, is there for a position.
    /// - Returns: the bytes that the next frame will upload for it.
    func take(_ texture: Texture, _ delivery: Delivery, at index: Int) -> Int {
        let wanted = delivery.request.key.size
        if delivery.kind != .preview {
            // It was tried again without being asked for.
            forget(index)
        }
        guard let tile = grid.tiles[index], kept.contains(index) else { return 0 }
        if delivery.kind == .preview {
            guard tile.isBlank || isBetter(texture, at: index, wanted: wanted) else { return 0 }
            textured[index] = texture.size == wanted ? Self.standIn(for: wanted) : texture.size
        } else {
            textured[index] = wanted
        }
        present(texture, at: index, on: tile)
        return viewport.visible.contains(index) ? texture.cost : 0
    }

    /// Whether a preview shows more than the stand-in at `index`.
    private func isBetter(_ preview: Texture, at index: Int, wanted: PixelSize) -> Bool {
        guard let shown = textured[index], shown != wanted else { return false }
        return shown.area < preview.size.area
    }

    /// The size that a stand-in of the picture's own size is known by: the picture is still to come.
    private static func standIn(for size: PixelSize) -> PixelSize {
        PixelSize(width: size.width - 1, height: size.height)
    }

    /// A picture fades in where somebody has looked at an empty tile for a while; elsewhere it is there at once.
    private func present(_ texture: Texture, at position: Int, on tile: Tile) {
        let since = emptySince.removeValue(forKey: position)
        let rowsShown = Double(viewport.visible.count) / Double(viewport.columns)
        if let since, frameTime - since > Self.lateness, abs(viewport.velocity) <= rowsShown * Self.fastestFade {
            tile.fadeIn(texture)
        } else {
            tile.show(texture)
        }
    }

    // MARK: What has failed

    func fail(_ failure: LoadFailure, at index: Int) {
        failures[index] = failure
        log.debug("tile \(index): \(failure)")
        if let tile = grid.tiles[index] { show(failure, at: index, on: tile) }
    }

    /// Takes a failure off its tile.
    /// - Returns: whether there was one.
    @discardableResult
    func forget(_ index: Int) -> Bool {
        guard failures.removeValue(forKey: index) != nil else { return false }
        if let tile = grid.tiles[index] {
            tile.clear()
            tile.setAccessibleName(name(index))
        }
        return true
    }

    func forgetAll() {
        for index in failures.keys { forget(index) }
    }

    private func show(_ failure: LoadFailure, at position: Int, on tile: Tile) {
        tile.show(failure: FailureWords.tile(failure))
        tile.setAccessibleName("\(name(position)): \(failure.label)")
        textured[position] = nil
    }

    /// What a screen reader calls the photo: its title, and its size where the listing knows it.
    private func name(_ position: Int) -> String {
        let photo = model.photos[position]
        return photo.size.map { "\(photo.title), \($0.width) × \($0.height)" } ?? photo.title
    }

    // MARK: What is seen

    /// What the visible tiles show right now.
    var tileStates: TileStates {
        var states = TileStates()
        for index in grid.visibleRange {
            states.visible += 1
            guard let tile = grid.tiles[index], !tile.isBlank else {
                states.blank += 1
                continue
            }
            // The size of the tiles rather than the one asked for: it may not have settled yet.
            if tile.texture != nil, textured[index] != grid.metrics.pictureSize { states.preview += 1 }
        }
        return states
    }
}
