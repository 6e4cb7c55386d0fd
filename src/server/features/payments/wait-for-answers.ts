import { listen, notify } from '#server/database/database.ts'

const channel = 'payment_answers'
const waiting = new Map<string, Set<() => void>>()

/** Wakes requests in any process that wait for the card network about a job, once the current transaction commits. */
export const publishAnswer = (jobId: string): Promise<void> => notify(channel, jobId)

/** Subscribes to answers recorded by any process; after a lost connection all waiting requests look again. */
export async function subscribeToAnswers(): Promise<void> {
  const wakeAll = () => [...waiting.keys()].forEach(wake)
  await listen(channel, wake, { onReconnect: wakeAll })
}

function wake(jobId: string): void {
  for (const wakeOne of waiting.get(jobId) ?? []) wakeOne()
}

/**
 * Waits for an answer about a job from now on, so one that arrives while the account is being read is not missed. `within`
 * resolves to whether it came in the given milliseconds; always call `stop` at the end.
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
    stop() {
      clearTimeout(timer)
      those.delete(came)
      if (those.size === 0 && waiting.get(jobId) === those) waiting.delete(jobId)
    },
  }
}
