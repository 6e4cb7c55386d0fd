import { useEffect, useRef, useState } from 'react'
import { useMaybeBusiness, useMaybePerson } from '#client/app/session.ts'
import { useConnected } from '#client/app/socket-state.ts'
import { t } from '#shared/texts/t.ts'
import { drawOffscreen } from '../audit/draw-offscreen.ts'
import { NoAnswer, noAnswer } from './ask.ts'
import { type Check, type CheckContext, type Outcome, untested } from './check.ts'

export type CheckState = 'pending' | 'running' | Outcome['state']
export type CheckRow = {
  check: Pick<Check, 'name' | 'href'> & { asks: string }
  state: CheckState
  detail: string
}

export function useChecks(checks: readonly Check[]) {
  const takesCards = useMaybeBusiness()?.cardPayments ?? false
  const role = useMaybePerson()?.role ?? null
  const connected = useConnected()
  const [outcomes, setOutcomes] = useState<readonly (Outcome | 'running' | undefined)[]>([])
  const { isRunning, start, cancel, isCurrent } = useRun()

  const run = () =>
    start(async (cancelled) => {
      const done: (Outcome | undefined)[] = []
      const context = { role, takesCards, connected, cancelled, draw: drawOffscreen }
      try {
        for (const check of checks) {
          setOutcomes([...done, 'running'])
          done.push(await outcomeOf(check, context))
        }
      } finally {
        const all = checks.map((_, at) => done[at] ?? untested(t('Cancelled before its turn.')))
        if (isCurrent(cancelled)) setOutcomes(all)
      }
    })

  const rows = checks.map(({ name, href, asks }, at): CheckRow => {
    const check = {
      name,
      asks: typeof asks === 'string' ? asks : asks(role),
      ...(href && { href }),
    }
    const outcome = outcomes[at]
    if (outcome === 'running') return { check, state: 'running', detail: '' }
    return { check, state: outcome?.state ?? 'pending', detail: outcome?.detail ?? '' }
  })
  return { rows, isRunning, run: () => void run(), cancel }
}

/** An exception counts as a failed check. */
async function outcomeOf(check: Check, context: CheckContext): Promise<Outcome> {
  try {
    return await check.run(context)
  } catch (error) {
    context.cancelled.throwIfAborted()
    if (error instanceof NoAnswer) return { state: 'fail', detail: noAnswer() }
    return {
      state: 'fail',
      detail: t('The check itself failed: {error}', { error: String(error) }),
    }
  }
}

export const countState = (rows: readonly { state: string }[], ...states: string[]): number =>
  rows.filter(({ state }) => states.includes(state)).length

/** A cancellable long-running task that ends when its screen closes. */
export function useRun() {
  const [isRunning, setRunning] = useState(false)
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const start = async (act: (cancelled: AbortSignal) => Promise<void>) => {
    const run = new AbortController()
    current.current = run
    setRunning(true)
    try {
      await act(run.signal)
    } catch (error) {
      if (!run.signal.aborted) throw error
    } finally {
      if (current.current === run) setRunning(false)
    }
  }
  return {
    isRunning,
    start,
    cancel: () => current.current?.abort(),
    /** Whether this signal belongs to the latest run; results of older ones are ignored. */
    isCurrent: (cancelled: AbortSignal) => current.current?.signal === cancelled,
  }
}
