import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { ListedPhotoStore } from './port.ts'

/** Whether an error or its cause means the disk or our quota is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error.cause)
}

/** Photos as files below `folder`, two folders deep so that none grows large. */
export function diskPhotoStore(folder: string): ListedPhotoStore {
  const root = resolve(folder)
  return {
    async put(name, bytes) {
      const path = pathOf(root, name)
      const firstMade = await mkdir(dirname(path), { recursive: true })
      // Readers find the complete file or nothing, even after a power cut.
      const temporary = `${path}.${randomUUID()}.tmp`
      try {
        await writeFile(temporary, bytes, { flag: 'wx', flush: true })
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolders(dirname(path), firstMade ? dirname(firstMade) : dirname(path))
    },

    get: (name) => unlessMissing(readFile(pathOf(root, name))),

    remove: (name) => rm(pathOf(root, name), { force: true }),

    async *namesBefore(instant) {
      for (const first of await foldersIn(root))
        for (const second of await foldersIn(first))
          for (const name of await readdir(second)) {
            const file = await unlessMissing(stat(join(second, name)))
            if (file && file.mtime < instant) yield name
          }
    },
  }
}

function pathOf(root: string, name: string): string {
  if (!/^[0-9a-f]{8}-[0-9a-f-]{27}[\w.-]*$/.test(name)) throw new Error(`No photo name: ${name}`)
  return join(root, name.slice(0, 2), name.slice(2, 4), name)
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = (await unlessMissing(readdir(path, { withFileTypes: true }))) ?? []
  return entries.flatMap((entry) => (entry.isDirectory() ? [join(path, entry.name)] : []))
}

/** Syncs the new names in these folders to disk, from the lowest up to `highest`. */
async function syncFolders(lowest: string, highest: string): Promise<void> {
  // Windows cannot open a folder, and journals its entries itself.
  if (process.platform === 'win32') return
  for (let path = lowest; path.length >= highest.length; path = dirname(path)) {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
