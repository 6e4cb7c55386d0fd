const drop = 'M32 6c5.8 8.8 18 21.5 18 33.5a18 18 0 0 1-36 0C14 27.5 26.2 14.8 32 6Z'
const ink = '#14181f'
const oil = '#f59e0b'

/** Top edge and height of the five quarts, in the mark's own units; the first is still to fill. */
const quarts = [
  { y: 5, height: 14.5, color: ink },
  { y: 22, height: 6.5, color: oil },
  { y: 31, height: 6.5, color: oil },
  { y: 40, height: 6.5, color: oil },
  { y: 49, height: 10, color: oil },
]
const viewBox = { x: 12, y: 5, height: 54 }

/** The product's mark as vectors, its upper left corner at x and y, `height` points high. */
export function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, height: number): void {
  doc.save()
  doc.translate(x, y).scale(height / viewBox.height)
  doc.translate(-viewBox.x, -viewBox.y)
  doc.path(drop).clip()
  for (const quart of quarts) doc.rect(13, quart.y, 38, quart.height).fill(quart.color)
  doc.restore()
}
