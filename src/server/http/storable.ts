/** Deeper than any body of ours; what reads on without an end would run out of stack. */
const deepest = 20

/**
 * False when a text in `value` holds NUL or half a character, which PostgreSQL refuses wherever it is kept, and for
 * lists in lists without end.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (depth === deepest) return false
  return Object.entries(value).every(
    ([key, item]) => isStorable(key) && isStorable(item, depth + 1),
  )
}
