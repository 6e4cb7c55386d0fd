import type { RoutesProblem } from '#shared/rules/shortest-routes.ts'
import type { LastAnswer } from '../watched-service.ts'

/** Finds who does what on a day, outside this process. */
export type Optimizer = {
  /**
   * The driver of each stop, -1 for none, as `shortestRoutes` returns it; drivable, locked stops where they were. Throws
   * ServiceUnavailable.
   */
  routes(problem: RoutesProblem): Promise<number[]>
  lastAnswer(): LastAnswer
}
