/** A stored address as people write it: `ana@xn--pea-8ma.mx` is `ana@peña.mx`. */
export function shownEmail(stored: string): string {
  const [name = '', domain] = stored.split('@')
  if (!domain?.includes('xn--')) return stored
  return `${name}@${domain.split('.').map(shownLabel).join('.')}`
}

const shownLabel = (label: string) =>
  label.startsWith('xn--') ? (fromPunycode(label.slice(4)) ?? label) : label

/** Decodes a label of a domain (RFC 3492); undefined if it is malformed. */
function fromPunycode(code: string): string | undefined {
  const end = code.lastIndexOf('-')
  const letters = Array.from(end < 0 ? '' : code.slice(0, end))
  let n = 128
  let bias = 72
  let at = 0
  for (let next = end + 1; next < code.length;) {
    const before = at
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = '0123456789'.includes(code[next] ?? ' ')
        ? Number(code[next]) + 26
        : 'abcdefghijklmnopqrstuvwxyz'.indexOf(code[next] ?? ' ')
      next++
      if (digit < 0) return undefined
      at += digit * weight
      const threshold = Math.min(Math.max(k - bias, 1), 26)
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    bias = adapted(at - before, letters.length + 1, before === 0)
    n += Math.floor(at / (letters.length + 1))
    if (n > 0x10_ff_ff) return undefined
    at %= letters.length + 1
    letters.splice(at++, 0, String.fromCodePoint(n))
  }
  return letters.join('')
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35)
  return k + Math.floor((36 * rest) / (rest + 38))
}
