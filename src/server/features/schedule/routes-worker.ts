import { parentPort, workerData } from 'node:worker_threads'
// Relative, so that Node runs it from the sources too.
import { type RoutesProblem, shortestRoutes } from '../../../shared/rules/shortest-routes.ts'

const { problem, found } = workerData as { problem: RoutesProblem; found?: readonly number[] }

// A port between threads has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(shortestRoutes(problem, found))
