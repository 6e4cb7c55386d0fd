import { api, type CallAnswer, CallError, type CallInput, type Route } from '#client/app/call.ts'
import { t } from '#shared/texts/t.ts'

/** The answer, or the status of a refusal (0 if unreachable) with its reason. */
export type AskResult<Answer> =
  | { ok: true; status: 200; answer: Answer }
  | { ok: false; status: number; reason: string }

/** Nothing came in time, whatever the cause. */
export class NoAnswer extends Error {}
export const noAnswer = () => t('No answer in 5 s.')

/**
 * Makes a call for a check with a 5-second timeout and no cache; refusals are returned. Throws `NoAnswer` after that time, and
 * when cancelled.
 */
export function ask<R extends Route>(
  route: R,
  cancelled: AbortSignal,
  input?: CallInput<R>,
): Promise<AskResult<CallAnswer<R>>> {
  return within(answerWithinMs, cancelled, async (signal): Promise<AskResult<CallAnswer<R>>> => {
    try {
      const call = api as (route: R, input: unknown) => Promise<CallAnswer<R>>
      return { ok: true, status: 200, answer: await call(route, { ...input, signal }) }
    } catch (error) {
      if (signal.aborted) throw new NoAnswer()
      const status = error instanceof CallError ? error.status : undefined
      return { ok: false, status: status ?? 0, reason: describe(status) }
    }
  })
}

function describe(status: number | undefined): string {
  if (status === undefined) return t('Its answer could not be read.')
  if (status === 0) return t('The server could not be reached.')
  return t('It answered with {status}.', { status: String(status) })
}

/** Whether the server refused for lack of sign-in or rights. */
export const isRefused = ({ status }: { status: number }) => status === 401 || status === 403

export const answerWithinMs = 5_000

/** Runs `act` with a signal that aborts after the given ms or when the run is cancelled; throws in the latter case. */
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

/** Waits; throws when the signal aborts. */
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
