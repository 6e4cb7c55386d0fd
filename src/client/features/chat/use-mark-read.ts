import { type RefObject, useEffect, useState } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import type { Communication } from '#shared/contract/chat.ts'

/** Tells the server what this person has read, once it was really on their screen. */
export function useMarkRead(
  jobId: string,
  entries: readonly Communication[],
  box: RefObject<HTMLElement | null>,
): void {
  const { id: personId } = usePerson()
  const { mutate } = useWrite('PATCH /api/jobs/{id}/communications/read', {
    refreshes: ['GET /api/notifications'],
  })
  const upTo = entries.findLast((entry) => entry.toUserId === personId && !entry.readAt)?.id
  const visible = useOnScreen(box, entries.length > 0)
  useEffect(() => {
    // Failing is silent: the next look tries again.
    if (upTo && visible) mutate({ params: { id: jobId }, body: { upTo } })
  }, [jobId, upTo, visible, mutate])
}

function useOnScreen(box: RefObject<HTMLElement | null>, mounted: boolean): boolean {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver((seen) =>
      setVisible(seen.some((one) => one.isIntersecting) && document.visibilityState === 'visible'),
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, mounted])
  return visible
}
