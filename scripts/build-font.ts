/**
 * Builds src/client/ui/public-sans.woff2 from the pinned package: run `node scripts/build-font.ts` after raising its
 * version. Equal packages give equal bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
// @ts-expect-error It comes without types.
import subsetFont from 'subset-font'

type Subset = (font: Buffer, text: string, options: object) => Promise<Buffer>

const source = import.meta
  .resolve('@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2')
const target = join(import.meta.dirname, '../src/client/ui/public-sans.woff2')

const range = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))

/** English and the other languages of Western Europe, with typographic punctuation. */
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”•…€`

const font = await (subsetFont as Subset)(readFileSync(fileURLToPath(source)), letters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
  // Tabular figures for money and times; kerning and ligatures for the rest.
  keepFeatures: ['kern', 'tnum', 'liga'],
})
writeFileSync(target, font)
process.stdout.write(`${letters.length} letters, ${font.length} bytes\n`)
