/**
 * A phone number as people type it, as E.164 (`+15125550142`): ten digits are American; undefined for what cannot be
 * dialed by that rule, such as an extension.
 */
export function dialedNumber(written: string): string | undefined {
  if (/[^\d\s()+.-]/.test(written)) return undefined
  const digits = written.replace(/\D/g, '')
  const international = /^[\s(]*\+/.test(written)
  if (digits.startsWith('1')) return digits.length === 11 ? `+${digits}` : undefined
  if (international) return /^[2-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined
  return digits.length === 10 ? `+1${digits}` : undefined
}
