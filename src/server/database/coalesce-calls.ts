import { inLanguage } from '#server/base/language.ts'
import { log } from '#server/base/log.ts'

/** Pending runs, and running ones. */
const waiting = new Set<() => void>()
const running = new Set<Promise<void>>()

/** Runs `run`, which may be lost when the process is killed; a failure is logged as `what`. Never rejects. */
export function runInBackground(what: string, run: () => Promise<unknown>): Promise<void> {
  const work = inLanguage(null, run)
    .catch((err: unknown) => log.warn({ err }, what))
    .then(() => void running.delete(work))
  running.add(work)
  return work
}

/**
 * A function that runs `run` once for all calls within `ms`, after them. For work that may be late or lost when the process
 * is killed because something else makes up for it; a failure is logged as `what`.
 */
export function coalesceCalls(what: string, ms: number, run: () => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    clearTimeout(timer)
    timer = undefined
    waiting.delete(begin)
    void runInBackground(what, run)
  }
  return () => {
    waiting.add(begin)
    timer ??= setTimeout(begin, ms).unref()
  }
}

/** Runs pending work now and waits for it: before the database closes. */
export async function finishCoalescedCalls(): Promise<void> {
  for (const begin of waiting) begin()
  await Promise.all(running)
}
