import { mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOfflineVinDecoder, packedVpic } from './offline.ts'
import { unpackVpic } from './vpic-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vpic-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('unpacks once, even with concurrent requests', async () => {
  const paths = await Promise.all([1, 2, 3].map(() => unpackVpic(packedVpic, folder)))
  expect(new Set(paths).size).toBe(1)
  expect(await readdir(folder)).toEqual([basename(paths[0]!)])
})

it('clears earlier data and leftovers of a crash', async () => {
  const old = ['vpic-0123456789abcdef.sqlite', 'vpic-0123456789abcdef.sqlite.x.tmp']
  for (const name of old) await writeFile(join(folder, name), 'x')
  await utimes(join(folder, old[1]!), 0, 0)
  await writeFile(join(folder, 'notes.txt'), 'mine')
  const path = await unpackVpic(packedVpic, folder)
  expect((await readdir(folder)).toSorted()).toEqual(['notes.txt', basename(path)])
})

it('replaces a damaged file', async () => {
  const path = await unpackVpic(packedVpic, folder)
  await truncate(path, 0)
  await writeFile(path, 'this is no database, whatever its name says')
  const decoder = createOfflineVinDecoder({ cacheFolder: folder })
  expect(await decoder.decode('1HGCM82633A004352')).toMatchObject({ model: 'Accord' })
  decoder.close()
})

it('fails on a missing extract, and tries again on the next request', async () => {
  const packedPath = join(folder, 'missing.zst')
  const decoder = createOfflineVinDecoder({ cacheFolder: folder, packedPath })
  await expect(decoder.decode('1HGCM82633A004352')).rejects.toThrow('missing.zst')
  await expect(decoder.decode('1HGCM82633A004352')).rejects.toThrow('missing.zst')
})
