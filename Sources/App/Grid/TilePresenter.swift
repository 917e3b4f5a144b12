// The content of each bound tile: its picture, a placeholder for it, its colour, or its failure.
import Browse
import Desktop
import ImagePipeline
import Library
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
    private let loader: PhotoLoader
    private let log = Logger(label: "grid")

    /// The texture that a tile shows.
    private struct Shown {
        /// The size for which it was requested; that of the texture for a preview.
        let size: PixelSize
        /// Whether it takes the place of the picture until that comes.
        let isPreview: Bool

        /// Whether it is the picture that is wanted in `size`.
        func isPicture(in size: PixelSize) -> Bool { !isPreview && self.size == size }
    }

    /// Photos whose tile holds a texture. Those far from the viewport are dropped together with their textures.
    private var textured: [PhotoRef: Shown] = [:]
    /// Visible photos whose tile is empty, with the time of the first frame in which it was.
    private var emptySince: [PhotoRef: Int64] = [:]
    /// Failures of photos that are there.
    private(set) var failures: [PhotoRef: LoadFailure] = [:]
    /// Photos of tiles whose date was not known when it was said last.
    private var undated: Set<PhotoRef> = []
    private var viewport = Viewport.empty
    /// Time of the frame clock in microseconds.
    private var frameTime: Int64 = 0

    init(grid: TileGrid, model: GalleryModel, loader: PhotoLoader) {
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

    /// Resets a tile that has been attached to a photo and shows what memory has for it.
    func bound(_ ref: PhotoRef, _ tile: Tile, _ key: ImageKey) {
        textured[ref] = nil
        emptySince[ref] = nil
        tile.colour = nil
        tile.badge = model.badge(of: ref)
        tile.marks = model.marks(of: ref)
        tile.emptyStar = emptyStar
        name(ref, on: tile)
        if let failure = failures[ref] { return show(failure, of: ref, on: tile) }
        showBest(key, of: ref)
    }

    /// Shows the picture itself if memory has it, else another size of it while the right one loads, else the tiny
    /// picture, else its colour.
    func showBest(_ key: ImageKey, of ref: PhotoRef) {
        guard failures[ref] == nil, textured[ref]?.isPicture(in: key.size) != true, let tile = grid.tiles[ref] else {
            return
        }
        if let texture = loader.memory.image(for: key) {
            present(texture, of: ref, on: tile)
            textured[ref] = Shown(size: key.size, isPreview: false)
        } else if tile.isBlank {
            if let texture = loader.memory.nearest(to: key) ?? grid.mosaic.texture(of: ref) ?? tinyTexture(for: key) {
                present(texture, of: ref, on: tile)
                textured[ref] = Shown(size: texture.size, isPreview: true)
            } else {
                tile.colour = loader.colours?.colour(for: key)
            }
        }
    }

    private func tinyTexture(for key: ImageKey) -> Texture? {
        loader.tinyPictures?.picture(for: key).flatMap { MosaicPainter.texture(of: $0) }
    }

    /// Notes since when visible tiles have been empty.
    func noteEmpty() {
        let before = emptySince
        emptySince.removeAll(keepingCapacity: true)
        for position in viewport.visible {
            let ref = model.ref(at: position)
            guard let tile = grid.tiles[ref], tile.isBlank else { continue }
            emptySince[ref] = before[ref] ?? frameTime
            tile.sayBusy()
        }
    }

    /// Makes previews of the shown pictures: they were made for another fit.
    func markAllAsPreviews() { textured = textured.mapValues { Shown(size: $0.size, isPreview: true) } }

    /// Takes the textures off tiles far from the viewport.
    func giveUpFarTextures() {
        let kept = kept
        for ref in textured.keys where model.position(of: ref).map(kept.contains) != true {
            grid.tiles[ref]?.clear()
            textured[ref] = nil
        }
    }

    // MARK: Changes of the collection

    /// Forgets photos that are gone, and makes a preview of what is shown of those that have changed.
    func collectionChanged(by update: CollectionUpdate) {
        for ref in update.changed {
            failures[ref] = nil
            textured[ref] = textured[ref].map { Shown(size: $0.size, isPreview: true) }
            if let tile = grid.tiles[ref] {
                tile.badge = model.badge(of: ref)
                name(ref, on: tile)
            }
        }
        for ref in failures.keys where model.position(of: ref) == nil { failures[ref] = nil }
        showMarks()
        showFoundBadges()
        showFoundDates()
    }

    /// Shows the dates that have been found out since the photos' tiles were bound.
    private func showFoundDates() {
        for ref in undated {
            guard let tile = grid.tiles[ref] else {
                undated.remove(ref)
                continue
            }
            if model.facts(of: ref).taken != nil { name(ref, on: tile) }
        }
    }

    /// Shows the stars and favourites that photos have now.
    private func showMarks() {
        for (ref, tile) in grid.tiles {
            let marks = model.marks(of: ref)
            guard marks != tile.marks else { continue }
            tile.marks = marks
            name(ref, on: tile)
        }
    }

    /// When an outlined star is shown on photos without marks.
    var emptyStar = Tile.EmptyStar.never {
        didSet { for tile in grid.tiles.values { tile.emptyStar = emptyStar } }
    }

    /// Shows what has been found out about photos since their tiles were bound: lengths of videos, and panoramas.
    private func showFoundBadges() {
        for (ref, tile) in grid.tiles where tile.badge == nil || tile.badge == .video(seconds: nil) {
            let badge = model.badge(of: ref)
            guard let badge, badge != tile.badge else { continue }
            setBadge(badge, of: ref, on: tile)
        }
    }

    private func setBadge(_ badge: PhotoBadge, of ref: PhotoRef, on tile: Tile) {
        tile.badge = badge
        name(ref, on: tile)
    }

    // MARK: Names

    /// Whether names and dates are shown under the pictures.
    var showsCaptions = false {
        didSet { for (ref, tile) in grid.tiles { name(ref, on: tile) } }
    }

    /// Says name and date of a photo on its tile, to the eye and to assistive technology.
    private func name(_ ref: PhotoRef, on tile: Tile) {
        let photo = model.photo(ref), taken = model.facts(of: ref).taken
        if taken == nil { undated.insert(ref) } else { undated.remove(ref) }
        tile.caption = showsCaptions ? PhotoText.caption(photo, taken: taken) : nil
        // The badge of an animation is known to the tile alone.
        let spoken = PhotoText.spoken(
            photo, taken: taken, badge: model.badge(of: ref) ?? tile.badge, marks: model.marks(of: ref))
        let failure = failures[ref].map { $0.reason == .noThumbnail ? "" : ": \(localized($0.label))" } ?? ""
        tile.setAccessibleName(spoken + failure)
    }

    // MARK: Deliveries

    /// Shows a picture, or a preview of it, that has come for a photo.
    /// - Returns: The bytes that the next frame uploads for it.
    func take(_ texture: Texture, _ delivery: PhotoDelivery, for ref: PhotoRef) -> Int {
        let wanted = delivery.request.key.size
        if delivery.kind != .preview {
            // A failed picture may be retried without a request from here.
            forget(ref)
        }
        guard let tile = grid.tiles[ref], let position = model.position(of: ref), kept.contains(position) else {
            return 0
        }
        if delivery.kind == .preview {
            guard tile.isBlank || isBetter(texture, for: ref, wanted: wanted) else { return 0 }
            textured[ref] = Shown(size: texture.size, isPreview: true)
        } else {
            textured[ref] = Shown(size: wanted, isPreview: false)
        }
        present(texture, of: ref, on: tile)
        return viewport.visible.contains(position) ? texture.cost : 0
    }

    /// Whether a preview shows more than the one that is shown.
    private func isBetter(_ preview: Texture, for ref: PhotoRef, wanted: PixelSize) -> Bool {
        guard let shown = textured[ref], !shown.isPicture(in: wanted) else { return false }
        return shown.size.area < preview.size.area
    }

    /// Puts a texture on a tile: fading in where the tile was empty for a while in view, else at once.
    private func present(_ texture: Texture, of ref: PhotoRef, on tile: Tile) {
        if texture.isAnimated, tile.badge == nil { setBadge(.animation, of: ref, on: tile) }
        let since = emptySince.removeValue(forKey: ref)
        let rowsShown = Double(viewport.visible.count) / Double(viewport.columns)
        if let since, frameTime - since > Self.lateness, abs(viewport.velocity) <= rowsShown * Self.fastestFade {
            tile.fadeIn(texture)
        } else {
            tile.show(texture)
        }
    }

    // MARK: Failures

    func fail(_ failure: LoadFailure, of ref: PhotoRef) {
        guard let position = model.position(of: ref) else { return }
        failures[ref] = failure
        log.debug("tile \(position): \(failure)")
        if let tile = grid.tiles[ref] {
            show(failure, of: ref, on: tile)
            name(ref, on: tile)
        }
    }

    /// Takes a failure off its tile.
    /// - Returns: Whether there was one.
    @discardableResult
    func forget(_ ref: PhotoRef) -> Bool {
        guard failures.removeValue(forKey: ref) != nil else { return false }
        if let tile = grid.tiles[ref] {
            tile.clear()
            name(ref, on: tile)
        }
        return true
    }

    func forgetAll() {
        for ref in failures.keys { forget(ref) }
    }

    private func show(_ failure: LoadFailure, of ref: PhotoRef, on tile: Tile) {
        textured[ref] = nil
        if failure.reason == .noThumbnail {
            tile.showFilm()
        } else {
            tile.show(failure: FailureWords.tile(failure))
        }
    }

    // MARK: State

    /// What the visible tiles show now.
    var tileStates: TileStates {
        var states = TileStates()
        for position in grid.visibleRange {
            states.visible += 1
            let ref = model.ref(at: position)
            guard let tile = grid.tiles[ref], !tile.isBlank else {
                states.blank += 1
                continue
            }
            // Compared with the size of the tiles, because the requested one may not have settled yet.
            if tile.texture != nil, textured[ref]?.isPicture(in: grid.layout.pictureSize(of: position)) != true {
                states.preview += 1
            }
        }
        return states
    }
}
