type YearRange = [from: number, to: number]

/** "1985-2001,2023" as ranges; invalid parts are skipped. */
export function readYearRanges(text: string): YearRange[] {
  return text.split(',').flatMap((part): YearRange[] => {
    const [from, to = from] = part.split('-').map(Number)
    return from && to ? [[from, to]] : []
  })
}

/** Whether a model was sold in `year`; without a year, whether it ever was. */
export const soldIn = (years: string, year: number | undefined): boolean =>
  year === undefined || readYearRanges(years).some(([from, to]) => from <= year && year <= to)

/** Every model year of the ranges, newest first. */
export function listYears(text: string): number[] {
  const years = readYearRanges(text).flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i),
  )
  return [...new Set(years)].toSorted((one, other) => other - one)
}
