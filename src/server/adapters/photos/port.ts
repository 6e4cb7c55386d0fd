/** Keeps pictures under plain names that start with an id, such as `<uuid>.jpg`. */
export type PhotoStore = {
  /** Resolves once the bytes are kept for good; replaces what had the name. Throws Unavailable in an outage. */
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  /** What is not there counts as removed. */
  remove(name: string): Promise<void>
  /** Names last written before that instant, for a store that is cheap to walk through. */
  namesBefore?(instant: Date): AsyncIterable<string>
}

/** A store that can say what it has. */
export type ListedPhotoStore = PhotoStore & Required<Pick<PhotoStore, 'namesBefore'>>
