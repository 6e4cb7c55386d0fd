import { api, type CallAnswer, CallError, type CallInput, type Route } from '#client/app/call.ts'
import { t } from '#shared/texts/t.ts'
import { answerWithinMs, within } from '../within.ts'

/** What came back: the answer, or the status of a refusal, 0 for none at all, with the reason to show. */
export type Asked<Answer> =
  | { ok: true; status: 200; answer: Answer }
  | { ok: false; status: number; reason: string }

/** Makes a call for a check: five seconds, no cache, and a refusal is an answer too. Throws only when cancelled. */
export function ask<R extends Route>(
  route: R,
  cancelled: AbortSignal,
  input?: CallInput<R>,
): Promise<Asked<CallAnswer<R>>> {
  return within(answerWithinMs, cancelled, async (signal): Promise<Asked<CallAnswer<R>>> => {
    try {
      const call = api as (route: R, input: unknown) => Promise<CallAnswer<R>>
      return { ok: true, status: 200, answer: await call(route, { ...input, signal }) }
    } catch (error) {
      if (signal.aborted) return { ok: false, status: 0, reason: t('No answer within 5 seconds.') }
      const status = error instanceof CallError ? error.status : undefined
      return { ok: false, status: status ?? 0, reason: describe(status) }
    }
  })
}

function describe(status: number | undefined): string {
  if (status === undefined) return t('What it answered could not be read.')
  if (status === 0) return t('The server could not be reached.')
  return t('It answered with {status}.', { status: String(status) })
}

/** The server knows who asks, or that nobody does, and refuses. */
export const isRefused = ({ status }: { status: number }) => status === 401 || status === 403
