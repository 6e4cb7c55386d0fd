import { useEffect, useEffectEvent, useRef } from 'react'
import type { Question } from './booking-draft.ts'
import type { Booking } from './use-booking.ts'

/** A booking step in the browser history; `depth` counts the steps before it. */
type Entry = { step: string; depth: number }

const entryNow = () => (history.state as { booking?: Entry } | null)?.booking

/** Adds each step to the browser history, so Back goes to the previous step: `step` is the current one, `show` opens another. */
export function useStepHistory(step: string, show: (step: string) => void): void {
  /** Steps reached by Back and Forward that may still render; they get no new entry. */
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
    // Including the current step: another one may be pending.
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

export function useQuestionHistory({ open, editing, show }: Booking): void {
  useStepHistory(`${open} ${editing}`, (step) => {
    const [question = 'none', key] = step.split(' ')
    show(question as Question | 'none', { key: Number(key) })
  })
}

/** Goes back to the first step after booking, so the next Back leaves. */
export async function leaveSteps(): Promise<void> {
  const depth = entryNow()?.depth ?? 0
  if (depth === 0) return
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history.go(-depth)
  await arrived
}
