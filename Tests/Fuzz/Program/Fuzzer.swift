// The function that libFuzzer calls, for the target that TESSERA_FUZZ_TARGET names. See scripts/fuzz.
import Glibc

private let chosen: FuzzTarget = {
    let name = getenv("TESSERA_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        let names = FuzzTarget.all.map(\.name).joined(separator: " ")
        fatalError("“\(name)” is no target. Set TESSERA_FUZZ_TARGET to one of: \(names)")
    }
    return target
}()

/// Runs one input; libFuzzer keeps the input when the process dies in it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(chosen.name): \(error)")
    }
    return 0
}
