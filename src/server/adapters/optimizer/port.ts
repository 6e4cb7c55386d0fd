import type { RoutesProblem } from '#shared/rules/shortest-routes.ts'
import type { LastAnswer } from '../watched-service.ts'

/** Finds technicians for a day's visits, outside this process. */
export type Optimizer = {
  /**
   * The driver of each stop, -1 for none, as `shortestRoutes` returns them. Routes can be driven and locked stops keep
   * their driver. Throws ServiceUnavailable.
   */
  routes(problem: RoutesProblem): Promise<number[]>
  lastAnswer(): LastAnswer
}
