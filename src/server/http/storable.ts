/** Deeper than any body of ours; endless nesting would overflow the stack. */
const deepest = 20

/** False if a text in `value` contains NUL or a lone surrogate, which PostgreSQL refuses, or if it is nested too deeply. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (depth === deepest) return false
  return Object.entries(value).every(
    ([key, item]) => isStorable(key) && isStorable(item, depth + 1),
  )
}

/** Whether that nesting is why a value is not storable. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === deepest || Object.values(value).some((item) => isTooDeep(item, depth + 1))
}
