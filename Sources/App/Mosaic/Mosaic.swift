// The photos of a grid of very small tiles, drawn as some ten pictures instead of thousands of widgets.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos

/// A canvas behind the tiles of a grid that draws photos by blocks of rows. A block is one texture, made on the main
/// thread from what is known of its photos: made when it comes near the viewport, and anew when something becomes known
/// of one of them. Scrolling draws the same textures elsewhere.
final class Mosaic: Canvas {
    /// What is in view.
    private struct View {
        let layout: GridLayout
        let snapshot: CollectionSnapshot
        let top: Double
        let height: Double
        let isRightToLeft: Bool
    }

    private struct Block {
        let place: MosaicBlock
        let picture: MosaicPicture
        /// Whether something has become known since the picture was made.
        var isOutdated = false
    }

    private var view: View?
    /// The blocks that are in view or near, by their first rows.
    private var blocks: [Int: Block] = [:]
    /// First rows of those in view, from top to bottom.
    private var shown: [Int] = []
    private var palette: MosaicPalette?
    /// Whether the view is that of a layout which is not shown any more.
    private var isOutdated = false

    /// What is known of photos; nil where nothing is.
    var table: TinyTable?
    private let isSelected: (PhotoRef) -> Bool
    /// The photo under the pointer.
    var hovered: PhotoRef? {
        didSet { if hovered != oldValue { redraw() } }
    }
    /// Number of blocks made so far; tests compare it.
    private(set) var madeCount = 0

    /// Pixels that may be made anew in one frame: a megabyte of them takes about a millisecond.
    private static let pixelsPerFrame = 256 << 10
    /// Part of the viewport's height within which blocks are made ahead, and twice of which they are kept. At 3,000
    /// pixels a second a screen of 800 goes on by 50 in a frame.
    private static let margin = 0.25

    /// - Parameter isSelected: Returns whether a photo is selected.
    init(behind container: PhotoGridWidget, isSelected: @escaping (PhotoRef) -> Bool) {
        self.isSelected = isSelected
        super.init(cssName: "mosaic", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_widget_set_can_target(widget, 0)
        container.addBackdrop(widget)
    }

    // MARK: What is shown

    /// Shows a part of a layout. Called during the grid's layout; what is in view is complete afterwards.
    /// - Parameter top: Scroll position on whole device pixels.
    func show(_ layout: GridLayout, _ snapshot: CollectionSnapshot, top: Double, height: Double, isRightToLeft: Bool) {
        view = View(layout: layout, snapshot: snapshot, top: top, height: height, isRightToLeft: isRightToLeft)
        isOutdated = false
        let palette = MosaicPalette(of: widget)
        if palette != self.palette {
            self.palette = palette
            outdateAll()
        }
        let kept = layout.blocks(from: top - height * 2 * Self.margin, to: top + height * (1 + 2 * Self.margin))
        let near = Set(kept.map(\.rows.lowerBound))
        for row in blocks.keys where !near.contains(row) { blocks[row] = nil }
        shown = []
        for block in layout.blocks(from: top, to: top + height) {
            shown.append(block.rows.lowerBound)
            if blocks[block.rows.lowerBound] == nil { make(block) }
        }
        redraw()
    }

    /// Hides everything and gives up all blocks.
    func hide() {
        guard view != nil else { return }
        view = nil
        forget()
        gtk_widget_set_child_visible(widget, 0)
    }

    /// Whether it is shown.
    var isShown: Bool { view != nil }

    /// Gives up all blocks: the photos lie elsewhere now. None is made before it is shown where.
    func forget() {
        (blocks, shown) = ([:], [])
        isOutdated = true
    }

    /// Takes in that something has become known of photos, or that they look otherwise.
    func outdate(_ refs: some Sequence<PhotoRef>) {
        guard let view else { return }
        for ref in refs {
            guard let position = view.snapshot.position(of: ref), position < view.layout.count else { continue }
            blocks[view.layout.block(of: position).rows.lowerBound]?.isOutdated = true
        }
    }

    /// Takes in that the photos in some slots look otherwise.
    func outdate(_ slots: SlotSet) {
        guard let view else { return }
        for (row, block) in blocks
        where block.place.indices.contains(where: {
            slots.contains(view.snapshot.ref(at: $0).slot)
        }) {
            blocks[row]?.isOutdated = true
        }
    }

    private func outdateAll() { for row in blocks.keys { blocks[row]?.isOutdated = true } }

    // MARK: Making of blocks

    /// Makes outdated blocks anew, those in view first, and others ahead, within the budget of one frame.
    /// - Returns: Whether some are left.
    func refresh() -> Bool {
        guard let view, !isOutdated else { return false }
        let margin = view.height * Self.margin
        let near = view.layout.blocks(from: view.top - margin, to: view.top + view.height + margin)
        let isInView = Set(shown)
        let missing = near.filter { blocks[$0.rows.lowerBound]?.isOutdated != false }
        var budget = Self.pixelsPerFrame
        var left = 0
        for block in missing.filter({ isInView.contains($0.rows.lowerBound) })
            + missing.filter({ !isInView.contains($0.rows.lowerBound) })
        {
            guard budget > 0 else {
                left += 1
                continue
            }
            budget -= block.size.area
            make(block)
        }
        if missing.count > left { redraw() }
        return left > 0
    }

    private func make(_ block: MosaicBlock) {
        guard let view, let palette else { return }
        let refs = block.indices.map(view.snapshot.ref(at:))
        let entries = table?.entries(of: refs) ?? Array(repeating: nil, count: refs.count)
        let cells = view.layout.cells(of: block, isRightToLeft: view.isRightToLeft)
        let painter = MosaicPainter(
            palette: palette, scale: view.layout.room.scale, isWhole: view.layout.room.kind == .whole)
        guard let picture = painter.paint(block, cells, entries, isSelected: refs.map(isSelected)) else { return }
        blocks[block.rows.lowerBound] = Block(place: block, picture: picture)
        madeCount += 1
    }

    // MARK: State

    /// What the photos in view show: of one that shows only a colour it is blank.
    var states: TileStates {
        var states = TileStates()
        guard let view else { return states }
        let visible = view.layout.visible(scroll: view.top, pageHeight: view.height)
        states.visible = visible.count
        for row in shown {
            guard let block = blocks[row] else {
                states.blank += view.layout.indices(ofRow: row).count
                continue
            }
            states.blank += block.picture.blank.count(where: visible.contains)
            states.preview += block.picture.scaled.count(where: visible.contains)
        }
        return states
    }

    /// Returns the picture of a photo as a texture, for its tile; nil if there is none.
    func texture(of ref: PhotoRef) -> Texture? {
        guard let picture = table?.entry(of: ref)?.picture else { return nil }
        return MosaicPainter.texture(of: picture)
    }

    // MARK: Canvas

    override func draw(_ drawing: Drawing) {
        guard let view else { return }
        for row in shown {
            guard let block = blocks[row] else { continue }
            drawing.draw(block.picture.texture, in: block.place.place.moved(x: 0, y: -view.top))
        }
        if MosaicPalette(of: widget) != palette { gtk_widget_queue_allocate(widget) }
        drawHover(on: drawing, view)
    }

    private func drawHover(on drawing: Drawing, _ view: View) {
        guard let hovered, let position = view.snapshot.position(of: hovered), position < view.layout.count else {
            return
        }
        let cell = view.layout.room.placed(view.layout.cell(of: position), isRightToLeft: view.isRightToLeft)
        drawing.ring(
            cell.moved(x: 0, y: -view.top), radius: 0, width: 2, drawing.textColour, opacity: Self.hoverOpacity)
    }

    /// Opacity of the ring of the photo under the pointer: between the placeholder's and that of text.
    private static let hoverOpacity = 0.6

    override func destroyed() {
        view = nil
        forget()
    }
}
