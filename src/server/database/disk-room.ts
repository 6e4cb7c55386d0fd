import { statfsSync } from 'node:fs'

/** Two WAL files of 16 MB: the engine may start one during a checkpoint. */
const leastBytes = 32 * 1024 * 1024

/**
 * Whether a folder's disk has space for the embedded engine's own writes. If a WAL file does not fit, the engine crashes or
 * hangs instead of refusing.
 */
export function hasRoom(folder: string): boolean {
  const { blocks, bavail, bsize } = statfsSync(folder)
  // Some file systems report no size.
  return blocks === 0 || bavail * bsize >= leastBytes
}

/** The system's error for a file that does not fit. */
export const noRoom = (folder: string) =>
  Object.assign(new Error(`No space left on the disk of ${folder}`), { code: 'ENOSPC' })
