// Position 10, from 1980 and again from 2010; I, O, Q, U, Z and 0 mean no year.
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/**
 * Possible model years of a VIN, likeliest first; `conclusive` when the second is only a fallback. `yearRule` is true for
 * cars, MPVs and light trucks, whose position 7 tells the decades apart.
 */
export function possibleYears(
  vin: string,
  yearRule: boolean,
  currentYear: number,
): { years: number[]; conclusive: boolean } {
  const index = yearCodes.indexOf(vin[9] ?? ' ')
  if (index < 0) return { years: [], conclusive: false }
  const early = 1980 + index
  const late = early + 30
  if (late > currentYear + 2) return { years: [early], conclusive: true }
  const digit = /[0-9]/.test(vin[6] ?? '')
  return { years: yearRule && digit ? [early, late] : [late, early], conclusive: yearRule }
}
