import type { DecodedVin, VinDecoder } from './port.ts'

/** Offline first; asks the live service only when a fact that decides the oil is missing. */
export function combineVinDecoders(offline: VinDecoder, live: VinDecoder | undefined): VinDecoder {
  if (!live) return offline
  return {
    prepare: async () => offline.prepare?.(),
    async decode(vin) {
      const known = await offline.decode(vin)
      if (known && isComplete(known)) return known
      const answer = await live.decode(vin)
      return known && answer ? fillFrom(known, answer) : (known ?? answer)
    },
  }
}

/** Whether model, year and engine were all read from the data rather than inferred. */
function isComplete(decoded: DecodedVin): boolean {
  const { model, year, fuel, displacementL, cylinders, derived } = decoded
  if (!model || !year || !fuel || derived.includes('model')) return false
  if (fuel === 'Electric' && !decoded.secondFuel) return true
  const engine = displacementL !== undefined && cylinders !== undefined
  return engine && !derived.includes('displacementL') && !derived.includes('fuel')
}

/** `known` with gaps filled and inferred values replaced from `asked`, if both describe one vehicle. */
function fillFrom(known: DecodedVin, answer: DecodedVin): DecodedVin {
  if (known.make.toLowerCase() !== answer.make.toLowerCase()) return known
  const inferred = (key: string) => known.derived.some((field) => field === key)
  const entries = Object.entries(answer).filter(
    ([key, value]) =>
      value !== undefined && (known[key as keyof DecodedVin] === undefined || inferred(key)),
  )
  const filled = Object.fromEntries(entries)
  return {
    ...known,
    ...filled,
    derived: known.derived.filter((field) => !(field in filled)),
  }
}
