import { useEffect, useEffectEvent, useRef } from 'react'
import type { Question } from './booking-draft.ts'
import type { Booking } from './use-booking.ts'

/** A step of a booking in the browser's history; `depth` is how many steps lie before it. */
type Entry = { step: string; depth: number }

const entryNow = () => (history.state as { booking?: Entry } | null)?.booking

/**
 * Makes each step an entry of the history, so that Back leads to the step before instead of away: `step` is the one that
 * is shown, `show` goes to the one that Back or Forward leads to.
 */
export function useStepHistory(step: string, show: (step: string) => void): void {
  /** Steps that Back and Forward have led to and that may still come up one after the other: none is a new entry. */
  const coming = useRef<string[]>([])
  useEffect(() => {
    const came = coming.current.indexOf(step)
    coming.current = coming.current.slice(came + 1)
    const now = entryNow()
    if (now?.step === step || came >= 0) return
    coming.current = []
    const entry = { step, depth: now ? now.depth + 1 : 0 }
    const state = { ...(history.state as object | null), booking: entry }
    if (now) history.pushState(state, '')
    else history.replaceState(state, '')
  }, [step])

  const follow = useEffectEvent(() => {
    // Also the step that is shown: another one may be on its way.
    const now = entryNow()
    if (!now) return
    coming.current.push(now.step)
    show(now.step)
  })
  useEffect(() => {
    const listener = () => follow()
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [])
}

/** The same for the questions of a booking. */
export function useQuestionHistory({ open, editing, show }: Booking): void {
  useStepHistory(`${open} ${editing}`, (step) => {
    const [question = 'none', key] = step.split(' ')
    show(question as Question | 'none', { key: Number(key) })
  })
}

/** Once it is booked the steps are gone: goes back to the first, so that the next Back leaves. */
export async function leaveSteps(): Promise<void> {
  const depth = entryNow()?.depth ?? 0
  if (depth === 0) return
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history.go(-depth)
  await arrived
}
