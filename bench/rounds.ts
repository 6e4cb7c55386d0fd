import { median } from './numbers.ts'

/** One of the sides that are compared; answers its speed over that many seconds. */
export type Side = (seconds: number) => Promise<number>

export type Turns = { warmUpSeconds: number; roundSeconds: number; rounds: number }

const usual: Turns = { warmUpSeconds: 1.5, roundSeconds: 2.5, rounds: 5 }

/** The median speed of each side, after a warm-up, in turns so that a busy machine is busy for all of them. */
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
