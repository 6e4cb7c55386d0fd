import { statfsSync } from 'node:fs'

/** Two files of the engine's log, 16 MB each: it may begin one in the middle of a checkpoint. */
const leastBytes = 32 * 1024 * 1024

/**
 * Whether the disk of a folder has room for what the embedded engine writes by itself. Where a file of its log does not
 * fit it does not refuse: it gives up, or never answers again.
 */
export function hasRoom(folder: string): boolean {
  const { blocks, bavail, bsize } = statfsSync(folder)
  // Some file systems do not say.
  return blocks === 0 || bavail * bsize >= leastBytes
}

/** As the system says it of a file that does not fit. */
export const noRoom = (folder: string) =>
  Object.assign(new Error(`No space left on the disk of ${folder}`), { code: 'ENOSPC' })
