/** How long a call or a page of a test may take. */
export const answerWithinMs = 5_000

/** Gives `act` a signal that ends it after so many ms, or once the whole run is cancelled; throws in the latter case. */
export async function within<Answer>(
  ms: number,
  cancelled: AbortSignal,
  act: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  cancelled.throwIfAborted()
  const ending = new AbortController()
  let cancel = () => {}
  const cancelling = new Promise<never>((_, reject) => {
    cancel = () => {
      ending.abort(cancelled.reason)
      reject(cancelled.reason as Error)
    }
  })
  const timer = setTimeout(() => ending.abort(new DOMException('Too late', 'TimeoutError')), ms)
  cancelled.addEventListener('abort', cancel)
  try {
    return await Promise.race([act(ending.signal), cancelling])
  } finally {
    clearTimeout(timer)
    cancelled.removeEventListener('abort', cancel)
    cancelled.throwIfAborted()
  }
}

/** Waits; throws at once when the signal ends. */
export const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
