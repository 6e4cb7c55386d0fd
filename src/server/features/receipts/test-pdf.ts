import { inflateSync } from 'node:zlib'

/** The texts that a PDF in the built-in fonts shows, a line for every piece that was written. */
export function textOfPdf(bytes: Buffer): string {
  const raw = bytes.toString('latin1')
  const lines: string[] = []
  for (const match of raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    const content = inflated(Buffer.from(match[1] ?? '', 'latin1'))
    for (const shown of content.matchAll(/\[([^\]]*)\] TJ/g)) {
      const hex = [...(shown[1] ?? '').matchAll(/<([0-9a-f]*)>/g)].map((piece) => piece[1]).join('')
      lines.push(new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')))
    }
  }
  return lines.join('\n')
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1')
  } catch {
    return ''
  }
}
