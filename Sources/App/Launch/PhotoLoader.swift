// The types of the pipeline for the images that GTK draws.
package import Desktop
package import ImagePipeline

package typealias PhotoLoader = ImageLoader<Texture>
package typealias PhotoTask = ImageTask<Texture>
package typealias PhotoEvent = ImageEvent<Texture>
package typealias PhotoSession = PrefetchSession<Texture>
package typealias PhotoDelivery = Delivery<Texture>
