import type { Coordinates } from '#shared/rules/service-area.ts'
import type { LastAnswer } from '../watched-service.ts'

/** A drive by road. */
export type RoutedDrive = { seconds: number; meters: number }

/** Returns how long drives take. */
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
