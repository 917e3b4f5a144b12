// The types of the pipeline for the images that GTK draws.
package import Desktop
package import ImagePipeline

package typealias PhotoLoader = ImageLoader<Texture>
package typealias PhotoSession = ImageSession<Texture>
package typealias PhotoDelivery = Delivery<Texture>
