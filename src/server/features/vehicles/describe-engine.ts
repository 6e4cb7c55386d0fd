import type { DecodedVin } from '#server/adapters/vin/port.ts'

const layoutLetters: [RegExp, string][] = [
  [/v-shaped/i, 'V'],
  [/in-line/i, 'I'],
  [/opposed|boxer/i, 'H'],
  [/w shaped/i, 'W'],
]

/** The engine in the words of a parts counter: "6.6L V8 Turbo Diesel"; undefined when unknown. */
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
