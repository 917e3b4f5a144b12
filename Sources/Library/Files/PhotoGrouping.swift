// From a list of files, as another program gives it, to photos with what belongs to them.
public import Photos

extension PhotoFiles {
    /// Returns the photos that the files of a list are: each file once, with the photo of the list that it belongs to,
    /// else by itself. The photos are in the order of the first file of each.
    /// - Parameters:
    ///   - list: Photos, companions and other files in any order.
    ///   - belongings: Returns what belongs to each photo of a folder, which has a slash at its end.
    ///   - isPhoto: Whether a file of this name is shown as a photo.
    public static func grouped(
        _ list: [PhotoFiles], isPhoto: (FileName) -> Bool, belongings: (String) -> Belongings
    ) -> [PhotoFiles] {
        let listed = Set(list.map(\.path))
        var folders: [FilePath: Belongings] = [:]
        /// The file of the list with which a file goes: itself where its owner is not listed.
        func first(of path: FilePath) -> FilePath {
            let folder = PhotoFiles(path: path).folder, key = FilePath(folder)
            let known = folders[key] ?? belongings(folder)
            folders[key] = known
            guard let owner = known.owner(of: path.name) else { return path }
            let whole = FilePath(folder + owner.text)
            if listed.contains(whole) { return whole }
            // A companion of a camera raw file whose picture is not in the list.
            let files = CompanionTable.files(of: path.name).map { FilePath(folder + $0.text) }
            let file = files.first(where: listed.contains)
            return file.map { $0 == path ? path : first(of: $0) } ?? path
        }
        var groups: [FilePath: [FileName]] = [:], order: [FilePath] = [], seen: Set<FilePath> = []
        for photo in list where seen.insert(photo.path).inserted {
            let first = first(of: photo.path)
            if groups[first] == nil { order.append(first) }
            let names = first == photo.path ? photo.companions : photo.names
            groups[first, default: []] += names.filter { groups[first]?.contains($0) != true }
        }
        return order.map { PhotoFiles(path: $0, companions: groups[$0] ?? [], isPhoto: isPhoto($0.name)) }
    }
}
