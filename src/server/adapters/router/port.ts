import type { Coordinates } from '#shared/rules/service-area.ts'
import type { LastAnswer } from '../watched-service.ts'

/** A drive as the road goes. */
export type RoutedDrive = { seconds: number; meters: number }

/** Knows how long drives take. */
export type Router = {
  /**
   * The drives from each of `from` (rows) to each of `to` (columns); undefined where there is no road or the answer is
   * implausible. Throws ServiceUnavailable.
   */
  drives(
    from: readonly Coordinates[],
    to: readonly Coordinates[],
  ): Promise<(RoutedDrive | undefined)[][]>
  lastAnswer(): LastAnswer
}
