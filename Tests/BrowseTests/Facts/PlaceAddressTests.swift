// Places as other programs take them.
import Photos
import Testing

@testable import Browse

@Suite struct PlaceAddressTests {
    @Test func coordinatesHaveSixPlacesAndASign() throws {
        let vienna = try #require(CameraData.Position(latitude: 48.2082, longitude: 16.3738))
        #expect(PlaceAddress.coordinates(vienna) == "48.208200, 16.373800")
        let south = try #require(CameraData.Position(latitude: -0.0000004, longitude: -179.9999996))
        #expect(PlaceAddress.coordinates(south) == "0.000000, -180.000000")
        let rio = try #require(CameraData.Position(latitude: -22.951916, longitude: -43.2104872))
        #expect(PlaceAddress.geo(rio) == "geo:-22.951916,-43.210487")
    }
}
