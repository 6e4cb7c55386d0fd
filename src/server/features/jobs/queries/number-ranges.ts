const mostDigits = 9

/** The numbers that begin with what was typed, `FQ-10` or `10`, as ranges that an index answers; the exact one first. */
export function numberRanges(typed: string): { first: number; last: number }[] {
  const digits = /^\s*(?:FQ|#)?[\s-]*([1-9]\d{0,8})\s*$/i.exec(typed)?.[1]
  if (!digits) return []
  return Array.from({ length: mostDigits + 1 - digits.length }, (_, zeros) => {
    const first = Number(digits) * 10 ** zeros
    return { first, last: first + 10 ** zeros - 1 }
  })
}
