import type { ListedPhotoStore, PhotoStore } from './port.ts'

/** New photos go to the bucket; older ones are still found on disk. */
export function bucketAndDisk(bucket: PhotoStore, disk: ListedPhotoStore): ListedPhotoStore {
  return {
    put: (name, bytes) => bucket.put(name, bytes),
    get: async (name) => (await bucket.get(name)) ?? (await disk.get(name)),
    // Disk first: a photo being copied to the bucket is removed there again when its file is gone.
    async remove(name) {
      await disk.remove(name)
      await bucket.remove(name)
    },
    // Listing the bucket is expensive.
    namesBefore: (instant) => disk.namesBefore(instant),
  }
}
