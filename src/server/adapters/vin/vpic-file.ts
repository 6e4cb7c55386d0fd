import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdDecompress } from 'node:zlib'

const decompress = promisify(zstdDecompress)
const exists = (path: string) =>
  stat(path).then(
    (file) => file.size > 0,
    () => false,
  )

/**
 * Path of the unpacked database in `cacheFolder`, unpacked on the first call. Named by the hash of the packed file and
 * renamed into place, so a crash never leaves a partial file.
 */
export async function unpackVpic(packedPath: string, cacheFolder: string): Promise<string> {
  const packed = await readFile(packedPath)
  const hash = createHash('sha256').update(packed).digest('hex').slice(0, 16)
  const path = join(cacheFolder, `vpic-${hash}.sqlite`)
  if (await exists(path)) return path

  await mkdir(cacheFolder, { recursive: true })
  const content = await decompress(packed, { params: { [constants.ZSTD_d_windowLogMax]: 27 } })
  const temporary = `${path}.${randomUUID()}.tmp`
  const file = await open(temporary, 'w')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path).catch(async (error: unknown) => {
    await rm(temporary, { force: true })
    // Another process was faster and has it open on a system that cannot replace open files.
    if (!(await exists(path))) throw error
  })
  await removeOlder(path)
  return path
}

const hourMs = 3_600_000

/** Removes earlier data and leftovers of crashed starts, but not a file another process is writing. */
async function removeOlder(path: string) {
  for (const name of await readdir(dirname(path))) {
    if (!/^vpic-[0-9a-f]{16}\.sqlite/.test(name) || name === basename(path)) continue
    const other = join(dirname(path), name)
    const changed = await stat(other).then(
      (file) => file.mtimeMs,
      () => Infinity,
    )
    if (name.endsWith('.tmp') && Date.now() - changed < hourMs) continue
    await rm(other, { force: true }).catch(() => undefined)
  }
}
