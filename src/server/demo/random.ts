/** Pseudo-random numbers, the same in every run, so the demo data never changes. */
export type Random = {
  /** From 0 up to but excluding 1. */
  fraction(): number
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  shuffled<T>(list: readonly T[]): T[]
  uuid(): string
}

export function seededRandom(seed: number): Random {
  let state = seed
  // mulberry32
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[whole(0, list.length - 1)]
    if (chosen === undefined) throw new RangeError('Nothing to pick from')
    return chosen
  }
  return {
    fraction,
    whole,
    pick,
    chance: (probability) => fraction() < probability,
    shuffled: (list) =>
      list
        .map((item) => ({ item, key: fraction() }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ item }) => item),
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => whole(0, 15).toString(16))
      hex[12] = '4'
      hex[16] = pick(['8', '9', 'a', 'b'])
      return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}
