import { parentPort, workerData } from 'node:worker_threads'
// Relative, so that Node runs it from the sources too.
import { type RoutesProblem, shortestRoutes } from '../../../shared/rules/shortest-routes.ts'

// A port between threads has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(shortestRoutes(workerData as RoutesProblem))
