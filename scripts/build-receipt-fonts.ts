/**
 * Builds the receipts' fonts, data/fonts/*.ttf: run `node scripts/build-receipt-fonts.ts` after raising the version. The
 * package is 14 MB and used for nothing else, so it is downloaded temporarily; equal versions give equal bytes.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error It comes without types.
import subsetFont from 'subset-font'
import { receiptLetters } from '../src/server/features/receipts/receipt-letters.ts'

type Subset = (font: Buffer, text: string, options: object) => Promise<Buffer>

const source = '@expo-google-fonts/noto-sans@0.4.2'
const faces = {
  regular: '400Regular/NotoSans_400Regular.ttf',
  bold: '700Bold/NotoSans_700Bold.ttf',
}
const target = join(import.meta.dirname, '../data/fonts')

const folder = mkdtempSync(join(tmpdir(), 'receipt-fonts-'))
try {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, source])
  for (const [name, file] of Object.entries(faces)) {
    const whole = readFileSync(join(folder, 'node_modules/@expo-google-fonts/noto-sans', file))
    const font = await (subsetFont as Subset)(whole, receiptLetters, {
      targetFormat: 'sfnt',
      // Receipts draw four times as fast without layout tables, and precomposed letters need none.
      keepFeatures: [],
      dropTables: ['GSUB', 'GPOS', 'GDEF'],
    })
    writeFileSync(join(target, `noto-sans-${name}.ttf`), font)
    process.stdout.write(`${name}: ${font.length} bytes\n`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
