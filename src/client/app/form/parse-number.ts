/** `45,200` is 45200; what is no number as people write one, `1e5` or `0x10`, is left to the schema. */
export function parseNumber(typed: string): number {
  const plain = typed.replace(/[\s,]/g, '')
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : NaN
}
