// What belongs to each photo of a folder: the camera raw files beside it, its sidecars and its other companions.
public import Photos

/// The files of one folder, by the photos that they belong to. Reading and moving ask the same index.
///
/// A file belongs to a photo
/// - as its camera raw file (`RawPairs`),
/// - as a companion that has the whole name of one of its files (`CompanionTable`), or
/// - as a companion that has the name without the extension, where no other photo has that name, and likewise as the
///   video of a Live Photo, which is listed as a photo by itself all the same.
///
/// On a file system that takes names for one that differ in the case of their letters, as that of a card, so does this.
public struct Belongings: Sendable {
    /// Companions by the file whose whole name they have.
    private var byFile: [FileName: [FileName]] = [:]
    /// Companions by the name without extension.
    private var byStem: [FileName: [FileName]] = [:]
    /// The photos that have the names in `byStem`, all of them.
    private var owners: [FileName: [FileName]] = [:]
    /// Camera raw files by the file that is shown, and that one by each of them.
    private var raws: [FileName: [FileName]] = [:]
    private var shown: [FileName: FileName] = [:]
    /// The file's name, or that without the extension, of companions that have it in another case.
    private var alikeFiles: [FileName: FileName] = [:], alikeStems: [FileName: FileName] = [:]

    /// Nothing that belongs to any photo.
    public init() {}

    /// - Parameters:
    ///   - names: The names of all files of the folder; those that are neither photos nor companions do not matter.
    ///   - isPhoto: Whether a file of this name is shown as a photo.
    ///   - isThere: Whether the folder has a file of this name, by which names are found to have no case; asked once,
    ///     where a companion belongs to no photo. Nil where names have case.
    public init(
        of names: some Collection<FileName>, isPhoto: (FileName) -> Bool, isThere: ((FileName) -> Bool)? = nil
    ) {
        var companions: [FileName] = [], videos: [FileName: [FileName]] = [:], rawStems: Set<FileName> = []
        for name in names {
            guard let ending = name.lowercasedExtension else { continue }
            if CompanionTable.endings.contains(ending) {
                if !isPhoto(name) { companions.append(name) }
            } else if CameraRaw.extensions.contains(ending) {
                if let stem = RawPairs.stem(of: name) { rawStems.insert(stem) }
            } else if CompanionTable.liveVideos.contains(ending) {
                videos[name.stem, default: []].append(name)
            }
        }
        if !rawStems.isEmpty {
            pair(names.filter { RawPairs.stem(of: $0).map(rawStems.contains) == true && isPhoto($0) })
        }
        guard !companions.isEmpty || !videos.isEmpty else { return }
        var rest: [FileName] = []
        let present = companions.isEmpty ? [] : Set(names)
        for companion in companions {
            if let file = CompanionTable.files(of: companion).first(where: present.contains) {
                byFile[file, default: []].append(companion)
            } else {
                rest.append(companion)
            }
        }
        let stems = Set(videos.keys).union(rest.flatMap(CompanionTable.stems))
        guard !stems.isEmpty else { return }
        for name in names {
            let stem = name.stem
            guard stems.contains(stem), isPhoto(name), videos[stem]?.contains(name) != true else { continue }
            owners[stem, default: []].append(name)
        }
        for (stem, videos) in videos {
            if owners[stem]?.contains(where: Self.isStill) == true {
                byStem[stem] = videos
            } else {
                owners[stem, default: []] += videos.filter(isPhoto)
            }
        }
        var orphans: [FileName] = []
        for companion in rest {
            if let stem = CompanionTable.stems(of: companion).first(where: { owners[$0] != nil }) {
                byStem[stem, default: []].append(companion)
            } else {
                orphans.append(companion)
            }
        }
        if let isThere, !orphans.isEmpty { adopt(orphans, among: present, isPhoto: isPhoto, isThere: isThere) }
    }

    /// Gives companions to the photos that have their name in another case.
    private mutating func adopt(
        _ orphans: [FileName], among names: Set<FileName>, isPhoto: (FileName) -> Bool, isThere: (FileName) -> Bool
    ) {
        // A folder without case has each file under names that are not in its list.
        guard let other = orphans.first?.withOtherCase, !names.contains(other), isThere(other) else { return }
        let wanted = Set(
            orphans.flatMap { CompanionTable.files(of: $0) + CompanionTable.stems(of: $0) }.map(\.withoutCase))
        var files: [FileName: [FileName]] = [:], photos: [FileName: [FileName]] = [:]
        for name in names where isPhoto(name) || name.lowercasedExtension.map(CameraRaw.extensions.contains) == true {
            let bare = name.withoutCase
            if wanted.contains(bare) { files[bare, default: []].append(name) }
            if isPhoto(name), wanted.contains(bare.stem) { photos[bare.stem, default: []].append(name) }
        }
        for orphan in orphans {
            if let found = CompanionTable.files(of: orphan).lazy.compactMap({ files[$0.withoutCase] }).first {
                guard let file = found.first, found.count == 1 else { continue }
                byFile[file, default: []].append(orphan)
                alikeFiles[orphan] = file
            } else if let found = CompanionTable.stems(of: orphan).lazy.compactMap({ photos[$0.withoutCase] }).first {
                guard let stem = found.first?.stem, found.allSatisfy({ $0.stem == stem }) else { continue }
                if owners[stem] == nil { owners[stem] = found }
                byStem[stem, default: []].append(orphan)
                alikeStems[orphan] = stem
            }
        }
    }

    /// The whole names, and the names without extension, that a companion of the folder may go by.
    private func files(of companion: FileName) -> [FileName] {
        alikeFiles[companion].map { [$0] } ?? CompanionTable.files(of: companion)
    }
    private func stems(of companion: FileName) -> [FileName] {
        alikeStems[companion].map { [$0] } ?? CompanionTable.stems(of: companion)
    }

    private static func isStill(_ name: FileName) -> Bool {
        name.lowercasedExtension.map(CompanionTable.liveStills.contains) ?? false
    }

    private mutating func pair(_ names: [FileName]) {
        for photo in RawPairs.photos(of: names) where !photo.companions.isEmpty {
            raws[photo.name] = photo.companions
            for raw in photo.companions { shown[raw] = photo.name }
        }
    }

    /// Whether nothing belongs to any photo.
    public var isEmpty: Bool { byFile.isEmpty && byStem.isEmpty && raws.isEmpty }

    /// Returns the files that are one photo with the file called `name`: the one that is shown, then the camera raw
    /// files.
    public func pair(of name: FileName) -> [FileName] {
        let first = shown[name] ?? name
        return [first] + (raws[first] ?? [])
    }

    /// Returns all companions of a photo that has these files, in ascending order, and what belongs to those.
    public func companions(of files: [FileName]) -> [FileName] {
        guard !byFile.isEmpty || !byStem.isEmpty else { return [] }
        var found: Set<FileName> = [], left = files
        while let name = left.popLast() {
            let all = (byFile[name] ?? []) + (files.contains(name) ? sharing(name, of: files) : [])
            left += all.filter { found.insert($0).inserted }
        }
        return found.subtracting(files).sorted()
    }

    /// Returns the sidecars in which the marks of a photo are that has these files, the one that counts first where
    /// two are equally new: those with the whole name of a file, in the order of the files, and those without an
    /// extension.
    public func sidecars(of files: [FileName]) -> [FileName] {
        guard !byFile.isEmpty || !byStem.isEmpty else { return [] }
        let whole = files.map { file in
            // Not those of darktable's other versions.
            (byFile[file] ?? []).filter { CompanionTable.isSidecar($0) && $0.stem.isAlike(file) }
        }
        var stems: Set<FileName> = []
        let shared = files.filter { stems.insert($0.stem).inserted }.map { file in
            sharing(file, of: files).filter { CompanionTable.isSidecar($0) }
        }
        return (whole + shared).flatMap { $0.sorted() }
    }

    /// The companions with the name of a file without its extension, where all photos of that name are among `files`.
    private func sharing(_ name: FileName, of files: [FileName]) -> [FileName] {
        let stem = name.stem
        guard let found = byStem[stem], let owners = owners[stem], owners.contains(name),
            owners.allSatisfy(files.contains)
        else { return [] }
        return found
    }

    /// Whether a file of this name is a companion of a file or of some photos in the folder.
    public func has(_ name: FileName) -> Bool {
        files(of: name).contains { byFile[$0]?.contains(name) == true }
            || stems(of: name).contains { byStem[$0]?.contains(name) == true }
    }

    /// Returns the file that is shown of the photo to which a file belongs; nil for one that is shown itself, or
    /// belongs to no photo.
    public func owner(of name: FileName) -> FileName? {
        if let first = shown[name] { return first }
        for file in files(of: name) where byFile[file]?.contains(name) == true {
            return owner(of: file) ?? file
        }
        for stem in stems(of: name) where byStem[stem]?.contains(name) == true {
            guard let first = owners[stem]?.first else { continue }
            let files = pair(of: first)
            if owners[stem]?.allSatisfy(files.contains) == true { return files[0] }
        }
        return nil
    }
}
