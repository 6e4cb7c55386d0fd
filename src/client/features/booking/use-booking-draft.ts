import { useEffect, useRef, useState } from 'react'
import { newActionKey } from '#client/app/queries.ts'
import { writeSessionStore, readSessionStore } from '#client/app/session-store.ts'
import { type BookingDraft, emptyDraft, type VisitDraft } from './booking-draft.ts'

export type SavedDraft<Own = unknown> = ReturnType<typeof useBookingDraft<Own>>

/** A booking's draft for the page's link, kept in this tab across reloads. */
export function useBookingDraft<Own>(
  name: string,
  preselected: string | null,
  own: Own,
  first?: Partial<VisitDraft>,
) {
  const [draft, setDraft] = useState(() => {
    const kept = readSessionStore(name) as BookingDraft<Own> | null
    return kept && (!preselected || kept.preselected === preselected)
      ? kept
      : emptyDraft(preselected, own, first)
  })
  const done = useRef(false)
  useEffect(() => {
    if (!done.current) writeSessionStore(name, draft)
  }, [name, draft])
  return {
    draft,
    setDraft,
    isChanged: draft.actionKey !== draft.begun,
    setOwn: (part: Partial<Own>) =>
      setDraft((before) => ({
        ...before,
        actionKey: newActionKey(),
        own: { ...before.own, ...part },
      })),
    clear() {
      done.current = true
      writeSessionStore(name, null)
    },
  }
}
