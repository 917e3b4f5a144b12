// The content of each bound tile: its picture, a placeholder for it, its colour, or its failure.
import Browse
import Desktop
import ImagePipeline
import Logging
import Photos

/// The shown content of all bound tiles. Puts pictures on tiles and records which tile shows what; never requests any.
final class TilePresenter {
    /// Microseconds for which a visible tile has to have been empty for its picture to fade in; earlier ones appear at
    /// once.
    private static let lateness: Int64 = 100_000
    /// Scroll speed, in screens a second, above which nothing fades in: tiles leave the screen too soon.
    private static let fastestFade = 1.0
    /// Screens above and below the viewport in which bound tiles keep their textures.
    private static let keptScreens = 1

    private let grid: TileGrid
    private let model: GalleryModel
    private let loader: ImageLoader
    private let log = Logger(label: "grid")

    /// Positions whose tile holds a texture, with the size for which it was requested. A size other than the wanted one
    /// marks a preview. Positions far from the viewport are dropped together with their textures.
    private var textured: [Int: PixelSize] = [:]
    /// Visible positions whose tile is empty, with the time of the first frame in which it was.
    private var emptySince: [Int: Int64] = [:]
    /// Failures by the position of the photo.
    private(set) var failures: [Int: LoadFailure] = [:]
    private var viewport = Viewport.empty
    /// Time of the frame clock in microseconds.
    private var frameTime: Int64 = 0

    init(grid: TileGrid, model: GalleryModel, loader: ImageLoader) {
        self.grid = grid
        self.model = model
        self.loader = loader
    }

    /// Begins a frame.
    func begin(_ viewport: Viewport, at time: Int64) { (self.viewport, frameTime) = (viewport, time) }

    var isNothingShown: Bool { textured.isEmpty }

    /// Positions whose bound tiles keep their textures. May extend beyond both ends of the list.
    var kept: Range<Int> {
        let margin = viewport.visible.count * Self.keptScreens
        return viewport.visible.lowerBound - margin..<viewport.visible.upperBound + margin
    }

    // MARK: From memory

    /// Resets a tile that has been attached to a position and shows what memory has for it.
    func bound(_ position: Int, _ tile: Tile, _ key: ImageKey) {
        textured[position] = nil
        emptySince[position] = nil
        tile.colour = nil
        if let failure = failures[position] { return show(failure, at: position, on: tile) }
        tile.setAccessibleName(name(position))
        showBest(key, at: position)
    }

    /// Shows the picture if memory has it. Otherwise, on an empty tile, shows another size of it, or else its colour.
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

    /// Updates the times since when visible tiles have been empty.
    func noteEmpty() {
        let before = emptySince
        emptySince.removeAll(keepingCapacity: true)
        for index in viewport.visible {
            guard let tile = grid.tiles[index], tile.isBlank else { continue }
            emptySince[index] = before[index] ?? frameTime
            tile.sayBusy()
        }
    }

    /// Marks textures of `size` as previews: they were made for the other fit.
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

    // MARK: Deliveries

    /// Shows a picture, or a preview of it, that has arrived for a position.
    /// - Returns: The bytes that the next frame will upload for it.
    func take(_ texture: Texture, _ delivery: Delivery, at index: Int) -> Int {
        let wanted = delivery.request.key.size
        if delivery.kind != .preview {
            // A picture may also arrive after a failure, from a retry by the loader.
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

    /// Returns whether a preview has more pixels than the one shown at `index`.
    private func isBetter(_ preview: Texture, at index: Int, wanted: PixelSize) -> Bool {
        guard let shown = textured[index], shown != wanted else { return false }
        return shown.area < preview.size.area
    }

    /// Returns the size that marks a preview of exactly the wanted size: one pixel narrower, so that the final picture
    /// still differs.
    private static func standIn(for size: PixelSize) -> PixelSize {
        PixelSize(width: size.width - 1, height: size.height)
    }

    /// Shows a texture. It fades in where the tile has been visibly empty for a while, and appears at once elsewhere.
    private func present(_ texture: Texture, at position: Int, on tile: Tile) {
        let since = emptySince.removeValue(forKey: position)
        let rowsShown = Double(viewport.visible.count) / Double(viewport.columns)
        if let since, frameTime - since > Self.lateness, abs(viewport.velocity) <= rowsShown * Self.fastestFade {
            tile.fadeIn(texture)
        } else {
            tile.show(texture)
        }
    }

    // MARK: Failures

    func fail(_ failure: LoadFailure, at index: Int) {
        failures[index] = failure
        log.debug("tile \(index): \(failure)")
        if let tile = grid.tiles[index] { show(failure, at: index, on: tile) }
    }

    /// Removes the failure of a tile.
    /// - Returns: Whether there was one.
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

    /// Returns the accessible name of the photo: its title, and its size where the listing has it.
    private func name(_ position: Int) -> String {
        let photo = model.photos[position]
        return photo.size.map { "\(photo.title), \($0.width) × \($0.height)" } ?? photo.title
    }

    // MARK: Measurement

    /// The states of the visible tiles.
    var tileStates: TileStates {
        var states = TileStates()
        for index in grid.visibleRange {
            states.visible += 1
            guard let tile = grid.tiles[index], !tile.isBlank else {
                states.blank += 1
                continue
            }
            // Compared with the size of the tiles, not with the one requested, which may not have settled yet.
            if tile.texture != nil, textured[index] != grid.metrics.pictureSize { states.preview += 1 }
        }
        return states
    }
}
