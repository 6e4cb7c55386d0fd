import { parentPort, workerData } from 'node:worker_threads'
// Relative, so that Node runs it from the sources too.
import { type RoutesProblem, shortestRoutes } from '../../../shared/rules/shortest-routes.ts'

parentPort?.postMessage(shortestRoutes(workerData as RoutesProblem))
