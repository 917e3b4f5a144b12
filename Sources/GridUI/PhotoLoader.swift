// The types of the pipeline for the images that GTK draws.
import Desktop
import ImagePipeline

typealias PhotoLoader = ImageLoader<Texture>
typealias PhotoTask = ImageTask<Texture>
typealias PhotoEvent = ImageEvent<Texture>
typealias PhotoSession = PrefetchSession<Texture>
typealias PhotoDelivery = Delivery<Texture>
