import type { DecodedVin } from '#server/adapters/vin/port.ts'

/** The trim, or a series with a real name; lists of chassis codes mean nothing to customers. */
export function describeTrim({ trim, series }: Pick<DecodedVin, 'trim' | 'series'>) {
  return trim ?? (series && isName(series) ? series : undefined)
}

const isName = (series: string) =>
  !series.split('/').some((part) => /^[A-Z]{3,5}\d{2,3}[A-Z]*$/.test(part.trim()))

const layoutLetters: [RegExp, string][] = [
  [/v-shaped/i, 'V'],
  [/in-line/i, 'I'],
  [/opposed|boxer/i, 'H'],
  [/w shaped/i, 'W'],
]

/** The engine as parts counters write it: "6.6L V8 Turbo Diesel"; undefined if unknown. */
export function describeEngine(
  engine: Pick<
    DecodedVin,
    'displacementL' | 'cylinders' | 'engineLayout' | 'turbo' | 'fuel' | 'electrification'
  >,
): string | undefined {
  if (engine.electrification === 'BEV') return 'Electric'
  const letter = layoutLetters.find(([pattern]) => pattern.test(engine.engineLayout ?? ''))?.[1]
  const cylinders =
    engine.cylinders && (letter ? letter + engine.cylinders : `${engine.cylinders}-cylinder`)
  const words = [
    engine.displacementL && `${engine.displacementL.toFixed(1)}L`,
    cylinders,
    engine.turbo && 'Turbo',
    engine.fuel === 'Diesel' && 'Diesel',
    engine.electrification === 'PHEV' && 'Plug-in Hybrid',
    engine.electrification === 'HEV' && 'Hybrid',
  ].filter(Boolean)
  return words.length > 0 ? words.join(' ') : undefined
}
