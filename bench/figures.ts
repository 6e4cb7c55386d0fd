export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/** The value below which this share (0 to 1) of the sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN
}

type Unit = '×' | 'ms' | 'MB' | 'kB' | '/s'
type Goal = { atLeast: number } | { atMost: number }

const digits = { '×': 2, ms: 0, MB: 0, kB: 1, '/s': 0 } as const

export const show = (value: number, unit: Unit) => `${value.toFixed(digits[unit])} ${unit}`

/** Prints a figure with its goal beside it; `from`: the two figures of a ratio, or another explanation. */
export function printFigure(
  engine: { name: string } | null,
  what: string,
  value: number,
  unit: Unit,
  { goal, from = '' }: { goal?: Goal | undefined; from?: string } = {},
): void {
  const cells = [what.padEnd(44), (engine?.name ?? '').padEnd(11), show(value, unit).padStart(9)]
  console.log([...cells, describeGoal(value, unit, goal).padEnd(20), from].join('  ').trimEnd())
}

function describeGoal(value: number, unit: Unit, goal?: Goal): string {
  if (!goal) return ''
  const met = 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
  const bound = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
  return `goal ${bound} ${unit} ${met ? '✓' : '✗'}`
}

/** Prints one speed divided by another. */
export function printRatio(
  engine: { name: string },
  what: string,
  of: number,
  by: number,
  atLeast?: number,
): void {
  const from = `${show(of, '/s')} ÷ ${show(by, '/s')}`
  printFigure(engine, what, of / by, '×', { goal: atLeast ? { atLeast } : undefined, from })
}

/** The measured thing, and the speed of each compared side. */
export type Figures = Record<string, Record<string, number>>

/** One of the compared sides; resolves to its speed over this many seconds. */
export type Side = (seconds: number) => Promise<number>

export type Turns = { warmUpSeconds: number; roundSeconds: number; rounds: number }

const usual: Turns = { warmUpSeconds: 1.5, roundSeconds: 2.5, rounds: 5 }

/** The median speed of each side after a warm-up, in turns so that other load on the machine affects all of them. */
export async function measureInTurns<Name extends string>(
  sides: Record<Name, Side>,
  { warmUpSeconds, roundSeconds, rounds }: Turns = usual,
): Promise<Record<Name, number>> {
  const entries = Object.entries<Side>(sides).map(([name, side]) => ({
    name: name as Name,
    side,
    speeds: [] as number[],
  }))
  for (const { side } of entries) await side(warmUpSeconds)
  for (let round = 0; round < rounds; round++)
    for (const { side, speeds } of entries) speeds.push(await side(roundSeconds))
  return Object.fromEntries(entries.map(({ name, speeds }) => [name, median(speeds)])) as Record<
    Name,
    number
  >
}
