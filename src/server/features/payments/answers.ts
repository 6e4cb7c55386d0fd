import { listen, notify } from '#server/database/database.ts'

const channel = 'payment_answers'
const waiting = new Map<string, Set<() => void>>()

/** Whoever waits for the card network about a job's payment, in whichever process, looks again once the current transaction commits. */
export const announceAnswer = (jobId: string): Promise<void> => notify(channel, jobId)

/** Hears of the answers that any process records; after a lost connection everybody looks again. */
export async function subscribeToAnswers(): Promise<void> {
  const wakeAll = () => [...waiting.keys()].forEach(wake)
  await listen(channel, wake, { onReconnect: wakeAll })
}

function wake(jobId: string): void {
  for (const wakeOne of waiting.get(jobId) ?? []) wakeOne()
}

/**
 * Expects an answer about a job from now on, so that one that comes while the account is being read is not missed.
 * `within` says whether it came in so many milliseconds; `forget` must be called in the end.
 */
export function expectAnswer(jobId: string) {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const came = () => resolve(true)
  const those = waiting.get(jobId) ?? new Set()
  waiting.set(jobId, those.add(came))
  let timer: NodeJS.Timeout | undefined
  return {
    within(ms: number): Promise<boolean> {
      timer = setTimeout(() => resolve(false), Math.max(0, ms))
      return promise
    },
    forget() {
      clearTimeout(timer)
      those.delete(came)
      if (those.size === 0 && waiting.get(jobId) === those) waiting.delete(jobId)
    },
  }
}
