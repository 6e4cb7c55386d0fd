/** Stores photos under plain names that start with an id, such as `<uuid>.jpg`. */
export type PhotoStore = {
  /** Resolves once the bytes are durable; replaces an existing name. Throws Unavailable in an outage. */
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  /** A missing name counts as removed. */
  remove(name: string): Promise<void>
  /** Names last written before that instant, for a store that is cheap to list. */
  namesBefore?(instant: Date): AsyncIterable<string>
}

/** A store that can list its names. */
export type ListedPhotoStore = PhotoStore & Required<Pick<PhotoStore, 'namesBefore'>>
