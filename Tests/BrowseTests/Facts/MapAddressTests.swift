import Photos
import Testing

@testable import Browse

/// The address of a place.
struct MapAddressTests {
    @Test func aPlaceHasItsMarkOnTheMap() throws {
        let south = try #require(CameraData.Position(latitude: -33.8688, longitude: 151.2))
        #expect(
            MapAddress.of(south)
                == "https://www.openstreetmap.org/?mlat=-33.8688&mlon=151.2#map=15/-33.8688/151.2")
        let zero = try #require(CameraData.Position(latitude: -0.000001, longitude: 0))
        #expect(MapAddress.of(zero) == "https://www.openstreetmap.org/?mlat=0&mlon=0#map=15/0/0")
    }
}
