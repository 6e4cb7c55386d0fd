import { inflateSync } from 'node:zlib'

/** Texts of a PDF with embedded fonts, one line per piece. */
export function textOfPdf(bytes: Buffer): string {
  const objects = readObjects(bytes.toString('latin1'))
  const faces = new Map<string, Map<string, string>>()
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const letters = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1]
      if (letters) faces.set(name, readLetters(objects.get(letters)?.content ?? ''))
    }
  const lines: string[] = []
  let face: Map<string, string> | undefined
  for (const { content } of objects.values())
    for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) face = faces.get(name)
      const glyphs = [...(shown ?? '').matchAll(/<([0-9a-f]*)>/g)].map((piece) => piece[1]).join('')
      if (shown) lines.push((glyphs.match(/.{4}/g) ?? []).map((id) => face?.get(id) ?? '').join(''))
    }
  return lines.join('\n')
}

function readObjects(raw: string): Map<string, { head: string; content: string }> {
  const objects = new Map<string, { head: string; content: string }>()
  for (const [, id = '', body = ''] of raw.matchAll(/(\d+) 0 obj\s([\s\S]*?)\sendobj/g)) {
    const [head = '', stream] = body.split(/stream\r?\n/)
    objects.set(id, { head, content: stream === undefined ? '' : inflated(stream) })
  }
  return objects
}

/** Glyphs and their letters, from a font's own table. */
function readLetters(table: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    const start = Number.parseInt(first, 16)
    for (const [at, [, code = '']] of [...list.matchAll(/<(\w+)>/g)].entries())
      letters.set(
        (start + at).toString(16).padStart(4, '0'),
        String.fromCodePoint(Number.parseInt(code.slice(0, 4), 16)),
      )
  }
  return letters
}

function inflated(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}
