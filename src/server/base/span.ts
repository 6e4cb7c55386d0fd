/** Timed work. */
export type Work = {
  /** A call of the contract, a database statement, a call to an outside service, or a queued task. */
  kind: 'call' | 'statement' | 'provider' | 'task'
  /** From a closed set, never from input; missing for an unnamed statement. */
  name?: string | undefined
  /** A statement's text, with `$1` for values. */
  text?: string
  /** The caller's trace, to be continued (W3C Trace Context). */
  traceparent?: string | undefined
}

type Ended = { ms: number; failed: boolean }

type Listener = (work: Work, ended: Ended) => void
type Trace = <T>(work: Work, run: () => Promise<T>) => Promise<T>

const listeners = new Set<Listener>()
let trace: Trace | undefined

/** Reports all finished work to `listener` until the returned function is called. */
export function onSpanEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Traces all work by `tracer`; undefined stops tracing. */
export function traceBy(tracer: Trace | undefined): void {
  trace = tracer
}

/** Runs work, timed and traced if wanted. `isFailure` detects a failure in the answer. */
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
