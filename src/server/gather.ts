import { log } from './log.ts'

/**
 * A function that has `run` done once for all calls within `ms`, after them. For work that may be late or lost
 * when the process stops, because something else makes up for it; a failure is logged as `what`.
 */
export function gatherCalls(what: string, ms: number, run: () => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      run().catch((err: unknown) => log.warn({ err }, what))
    }, ms).unref()
  }
}
