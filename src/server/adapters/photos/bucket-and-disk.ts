import type { ListedPhotoStore, PhotoStore } from './port.ts'

/** New pictures go into the bucket; those that were taken before there was one are still found on the disk. */
export function bucketAndDisk(bucket: PhotoStore, disk: ListedPhotoStore): ListedPhotoStore {
  return {
    put: (name, bytes) => bucket.put(name, bytes),
    get: async (name) => (await bucket.get(name)) ?? (await disk.get(name)),
    // The disk first: a picture on its way into the bucket is taken out again when its file is gone.
    async remove(name) {
      await disk.remove(name)
      await bucket.remove(name)
    },
    // What the bucket has is not cheap to walk through.
    namesBefore: (instant) => disk.namesBefore(instant),
  }
}
