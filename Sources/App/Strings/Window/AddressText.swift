// Words of the question for an address.
import Browse
import Photos

/// What the dialog says, also of what is typed.
enum AddressText {
    static let action = localized("Open Address…")
    static let title = localized("Open Address")
    /// The address of what is served by the program itself.
    static let onThisComputer = localized("On this computer")

    /// Returns what a typed text opens.
    static func meaning(of subject: LaunchOptions.Subject) -> String {
        switch subject {
        case .paths(let paths):
            localized("Folder or file: {path}", ["path": .text(paths.first.map(PlaceText.shown(path:)) ?? "")])
        case .images(let addresses):
            localized("Picture: {address}", ["address": .text(DisplayText.line(addresses.first ?? ""))])
        case .service(let base): localized("Photo service: {address}", ["address": .text(DisplayText.line(base))])
        case .picsum:
            localized("Photo service: {address}", ["address": .text(LaunchOptions.Subject.standardService)])
        case .share(let address): localized("Folder on a share: {address}", ["address": .text(address.shown)])
        case .sample, .trash, .lastShown: ""
        }
    }

    /// Returns the reason why a typed text opens nothing.
    static func words(of problem: LaunchOptions.Subject.TypingProblem) -> String {
        switch problem {
        case .isEmpty:
            localized("The address of a photo service, a picture or a share such as sftp:// or smb://, or a path")
        case .otherMachine(let machine): PlaceNotice.otherMachine(machine)
        case .scheme(let scheme):
            localized(
                "Addresses that begin with “{scheme}:” can't be opened.",
                ["scheme": .text(DisplayText.line(scheme))])
        case .isNoAddress: localized("That is no address. Web addresses begin with https://, paths with /.")
        }
    }
}
