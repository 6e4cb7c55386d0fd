import { now as clock } from '#server/base/clock.ts'
import { fetchFrom, parsed } from './provider-call.ts'

/** The fault in a service's last answer; `answer` is its status or code. */
type ServiceProblem =
  | { kind: 'unreachable' | 'slow' | 'unreadable' | 'implausible' }
  | { kind: 'refused'; answer: string }

/** When a service last answered or failed, and the problem then; undefined before the first call. */
export type LastAnswer = { at: Date; problem: ServiceProblem | null } | undefined

/** The service cannot be used now; the message contains no position. */
export class ServiceUnavailable extends Error {}

export type WatchOptions = {
  timeoutMs?: number
  now?: () => Date
  /** Receives the technical reason of each failed or doubtful answer, never a position. */
  onFailure?: (reason: string) => void
}

const timeoutMs = 5_000
// After this many failures in a row, requests pause, so that no one waits for a dead service.
const failuresToOpen = 3
const pauseMs = 30_000

type Words = { name: string; unreadable: string; implausible: string }

/** Calls a JSON service that has a fallback of our own: records its last problem, and pauses after failures. */
export function watchService(
  provider: 'router' | 'optimizer',
  { name, ...words }: Words,
  options: WatchOptions,
) {
  const now = options.now ?? clock
  let failures = 0
  let pausedUntil = 0
  let last: LastAnswer

  const report = (problem: ServiceProblem) => {
    last = { at: now(), problem }
    const reason = {
      unreachable: `${name} cannot be reached`,
      slow: `${name} did not answer in time`,
      unreadable: `${name} answered something that is ${words.unreadable}`,
      implausible: `${name} answered with ${words.implausible}`,
      refused: `${name} answered ${problem.kind === 'refused' ? problem.answer : ''}`,
    }[problem.kind]
    options.onFailure?.(reason)
    return new ServiceUnavailable(reason)
  }
  const fail = (problem: ServiceProblem) => {
    failures += 1
    if (failures >= failuresToOpen) pausedUntil = now().getTime() + pauseMs
    return report(problem)
  }

  return {
    lastAnswer: () => last,
    /** The response; its body is undefined unless it is JSON. Throws ServiceUnavailable. */
    async ask(url: string, request: RequestInit = {}): Promise<{ status: number; body: unknown }> {
      if (now().getTime() < pausedUntil)
        throw new ServiceUnavailable(`${name} is not asked for a while`)
      try {
        const response = await fetchFrom(provider, url, {
          ...request,
          headers: { accept: 'application/json', ...request.headers },
          signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
        })
        return { status: response.status, body: parsed(await response.text()) }
      } catch (error) {
        throw fail({ kind: isTimeout(error) ? 'slow' : 'unreachable' })
      }
    },
    /** Counts a failure; returns the error to throw. */
    fail,
    /** Records an answer that was usable, at least in part. */
    answered(problem: ServiceProblem | null = null) {
      failures = 0
      if (problem) report(problem)
      else last = { at: now(), problem }
    },
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'
