/** Work whose time is of interest. */
export type Work = {
  /** A call of the contract, a statement of the database, a call to an outside service, a task of the queue. */
  kind: 'call' | 'statement' | 'provider' | 'task'
  /** Of a closed set, never of what anybody sent; missing for a statement that the program has not named. */
  name?: string | undefined
  /** Of a statement, with `$1` where its values are. */
  text?: string
  /** The trace of whoever asks, to be continued (W3C Trace Context). */
  traceparent?: string | undefined
}

export type Ended = { ms: number; failed: boolean }

type Listener = (work: Work, ended: Ended) => void
export type Trace = <T>(work: Work, run: () => Promise<T>) => Promise<T>

const listeners = new Set<Listener>()
let trace: Trace | undefined

/** Hears of all work that ends, until the returned function is called. */
export function onSpanEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Has all work traced; with undefined no more. */
export function traceBy(tracer: Trace | undefined): void {
  trace = tracer
}

/** Runs work that is timed, and traced, where somebody wants to know. `isFailure` finds in an answer that it is none. */
export function span<T>(
  work: Work,
  run: () => Promise<T>,
  isFailure?: (answer: T) => boolean,
): Promise<T> {
  const timed = listeners.size > 0 ? () => time(work, run, isFailure) : run
  return trace ? trace(work, timed) : timed()
}

async function time<T>(
  work: Work,
  run: () => Promise<T>,
  isFailure: ((answer: T) => boolean) | undefined,
): Promise<T> {
  const start = performance.now()
  let failed = true
  try {
    const answer = await run()
    failed = isFailure?.(answer) ?? false
    return answer
  } finally {
    const ended = { ms: performance.now() - start, failed }
    for (const listener of listeners) listener(work, ended)
  }
}
