/** Sixteen digits more or less as they stand on a card, in groups or not; Amex has groups of its own. */
const looksLikeOne =
  /\b(?:[2-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{1,7}|3[47]\d{2}([ -]?)\d{6}\2\d{5}|3\d{3}([ -]?)\d{6}\3\d{4})\b/g

/**
 * Whether a text, a number or a name of a field in `value` holds what can be the number of a card. Those belong into the
 * card provider's form and nowhere else, so whatever brings one is refused before anything is done with it.
 */
export function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'number') return value > 1e12 && holdsCardNumber(String(value))
  if (typeof value === 'string')
    return [...value.matchAll(looksLikeOne)].some(([found]) => isValid(found))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, item]) => holdsCardNumber(name) || holdsCardNumber(item),
  )
}

/** Luhn's check, which every card number passes and nine of ten others do not. */
function isValid(number: string): boolean {
  const digits = [...number].filter((sign) => sign >= '0' && sign <= '9').map(Number)
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const twice = digit * 2
    return total + (index % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice)
  }, 0)
  return sum % 10 === 0
}
