import type { Coordinates } from '#shared/rules/service-area.ts'

/** A drive as the road goes. */
export type RoutedDrive = { seconds: number; meters: number }

/** The fault in a router's last answer; `answer` is its status or code. */
export type RouterProblem =
  | { kind: 'unreachable' | 'slow' | 'unreadable' | 'implausible' }
  | { kind: 'refused'; answer: string }

/** Knows how long drives take. */
export type Router = {
  /**
   * The drives from each of `from` (rows) to each of `to` (columns); undefined where there is no road or the answer is
   * implausible. Throws RouterUnavailable, with a message that contains no position.
   */
  drives(
    from: readonly Coordinates[],
    to: readonly Coordinates[],
  ): Promise<(RoutedDrive | undefined)[][]>
  /** When it last answered or failed, and the problem then; undefined before the first call. */
  lastAnswer(): { at: Date; problem: RouterProblem | null } | undefined
}

export class RouterUnavailable extends Error {}
