import { type RefObject, useEffect, useState } from 'react'
import { useGuestLink } from '#client/app/guest-link.ts'
import { callQuery, queryClient, useWrite } from '#client/app/queries.ts'
import { useParty } from '#client/app/session.ts'
import type { Communication } from '#shared/contract/conversation.ts'

/** Marks messages read once the last one has been on screen. */
export function useMarkRead(
  jobId: string,
  entries: readonly Communication[],
  box: RefObject<HTMLElement | null>,
): void {
  const guestLink = useGuestLink()
  const { id: personId } = useParty()
  const { mutate } = useWrite('PATCH /api/jobs/{id}/communications/read', {
    onSuccess: (_, { body: { upTo } }) => storeRead(jobId, personId, upTo, guestLink),
  })
  const upTo = entries.findLast((entry) => entry.toUserId === personId && !entry.readAt)?.id
  const seen = useLastOnScreen(box, entries.at(-1)?.id)
  useEffect(() => {
    // Failures are silent; the next view retries.
    if (upTo && seen) mutate({ params: { id: jobId }, body: { upTo } })
  }, [jobId, upTo, seen, mutate])
}

/** Updates the cache now, so it isn't announced again. */
function storeRead(jobId: string, personId: string, upTo: string, guestLink: string | null): void {
  const read = { params: { id: jobId } }
  const { queryKey } = callQuery('GET /api/jobs/{id}/communications', read, guestLink)
  const readAt = new Date().toISOString()
  queryClient.setQueryData<Communication[]>(queryKey, (entries) => {
    const last = entries?.findIndex(({ id }) => id === upTo) ?? -1
    return entries?.map((entry, at) =>
      at <= last && entry.toUserId === personId && !entry.readAt ? { ...entry, readAt } : entry,
    )
  })
}

/** Whether the end of the list in `box` is visible: scrolled to, in a visible tab. */
function useLastOnScreen(box: RefObject<HTMLElement | null>, last: string | undefined): boolean {
  const [inView, setInView] = useState(false)
  const [looking, setLooking] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const end = box.current?.querySelector('li:last-child')
    if (!end) return
    const observer = new IntersectionObserver((changes) =>
      setInView(changes.at(-1)?.isIntersecting ?? false),
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [box, last])
  useEffect(() => {
    const look = () => setLooking(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return inView && looking
}
