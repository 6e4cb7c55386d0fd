import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { now } from '#server/base/clock.ts'
import type { Signature } from '#shared/rules/approvals.ts'
import { currentLocale } from '#shared/texts/t.ts'
import { printable } from './receipt-letters.ts'
import { root } from '#server/base/root.ts'

const ink = '#14181f'
const soft = '#5b5f67'
const hairline = '#e6e2dc'
/** Letter (612 × 792 points) with margins wide enough for A4 (595 × 842). */
const margin = 60

type Style = { size?: number; bold?: boolean; soft?: boolean; indent?: number; right?: boolean }
type RowStyle = {
  bold?: boolean
  soft?: boolean
  /** A line above. */ rule?: boolean
  /** A line below. */ line?: boolean
}
type Row = readonly [string, string, string, string]

const folder = join(root, 'data/fonts')
let faces: { regular: Buffer; bold: Buffer } | undefined

/** The two font weights, read once; they cover every name a receipt may contain. */
function readFaces() {
  faces ??= {
    regular: readFileSync(join(folder, 'noto-sans-regular.ttf')),
    bold: readFileSync(join(folder, 'noto-sans-bold.ttf')),
  }
  return faces
}

/** Drawing functions for a document; whatever does not fit continues on the next page. */
export type Page = Awaited<ReturnType<typeof openPage>>

export async function openPage(info: { title: string; author: string }) {
  // Loaded on first use, because it takes longer than the rest of the server's start.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'LETTER',
    margin,
    info: {
      Title: printable(info.title),
      Author: printable(info.author),
      CreationDate: now(),
    },
    lang: currentLocale(),
    displayTitle: true,
  })
  const { regular, bold: strong } = readFaces()
  doc.registerFont('regular', regular)
  doc.registerFont('bold', strong)
  const chunks: Uint8Array[] = []
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const width = doc.page.width - 2 * margin
  const bottom = doc.page.height - margin
  const columns = [
    { x: margin, width: width - 200, align: 'left' },
    { x: margin + width - 195, width: 50, align: 'right' },
    { x: margin + width - 140, width: 65, align: 'right' },
    { x: margin + width - 70, width: 70, align: 'right' },
  ] as const
  let y = margin

  const use = ({ size = 10, bold, soft: pale }: Style) =>
    doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(pale ? soft : ink)

  /** Starts another page when fewer points than `height` are left. */
  const makeRoom = (height: number) => {
    if (y + height <= bottom) return
    doc.addPage()
    y = margin
  }
  const rule = () => {
    doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.75)
      .stroke(hairline)
    y += 5
  }

  return {
    doc,
    left: margin,
    top: margin,

    /** Writes a text at a fixed height, outside the flow. */
    at(top: number, text: string, style: Style): void {
      const { indent = 0, right } = style
      use(style).text(printable(text), margin + indent, top, {
        width: width - indent,
        align: right ? 'right' : 'left',
        lineBreak: false,
      })
    },

    space(points: number): void {
      y += points
    },

    fact(label: string, value: string): void {
      const text = printable(value)
      const height = use({}).heightOfString(text, { width: width - 90 }) + 3
      makeRoom(height)
      use({ soft: true }).text(printable(label), margin, y, { width: 85 })
      use({}).text(text, margin + 90, y, { width: width - 90 })
      y += height
    },

    row(cells: Row, style: RowStyle = {}): void {
      const texts = cells.map(printable)
      // Without figures in the middle columns, the text may use their room.
      const first = { ...columns[0], width: texts[1] || texts[2] ? width - 200 : width - 80 }
      const height = use(style).heightOfString(texts[0] ?? '', { width: first.width })
      makeRoom(height + 14)
      if (style.rule) rule()
      for (const [index, column] of [first, ...columns.slice(1)].entries()) {
        const { x, width: room, align } = column
        use(style).text(texts[index] ?? '', x, y, { width: room, align })
      }
      y += height + 6
      if (style.line) rule()
    },

    paragraph(text: string): void {
      const height = use({}).heightOfString(printable(text), { width })
      makeRoom(height)
      use({ soft: true }).text(printable(text), margin, y, { width })
      y += height + 6
    },

    /** Draws a JPEG as wide as the page, at most `most` points (half a page) high, with a caption above. */
    picture(bytes: Uint8Array, caption: string, most = (bottom - margin) / 2 - 24): void {
      makeRoom(most + 24)
      use({ soft: true }).text(printable(caption), margin, y, { width })
      doc.image(Buffer.from(bytes), margin, y + 16, { fit: [width, most] })
      y += most + 24
    },

    /** Draws a signature in 180 × 60 points. */
    strokes({ width: wide, height: high, strokes }: Signature): void {
      const scale = Math.min(180 / wide, 60 / high)
      makeRoom(high * scale + 8)
      for (const stroke of strokes)
        for (const [at, { x, y: down }] of stroke.entries()) {
          const [right, top] = [margin + x * scale, y + down * scale]
          if (at === 0) doc.moveTo(right, top)
          else doc.lineTo(right, top)
        }
      doc.lineWidth(1).stroke(ink)
      y += high * scale + 8
    },

    finish(): Promise<Uint8Array> {
      doc.end()
      return whole
    },
  }
}
