import { api, type CallError } from '#client/app/call.ts'
import { createStore } from '#client/ui/store.ts'
import { positionEveryMs } from '#shared/rules/travel.ts'

/** What is wrong: the browser may not tell or does not know, or the server takes no more and sharing has ended. */
export type SharingProblem = 'denied' | 'unknown' | 'over'
type Sharing = { jobId: string | null; problem: SharingProblem | null }

// One device is in one place: it shares for one visit at a time, whatever page is shown.
export const sharing = createStore<Sharing>({ jobId: null, problem: null })
let stopWatching: (() => void) | undefined

/** Shares where this device is until it is stopped, or until the server takes no more. */
export function startSharing(jobId: string): void {
  stopSharing()
  sharing.set({ jobId, problem: null })
  let last: GeolocationCoordinates | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (problem: SharingProblem) => {
    if (sharing.get().jobId !== jobId) return
    stopWatching?.()
    sharing.set({ jobId: null, problem })
  }
  const send = async () => {
    if (!last) return
    const { latitude, longitude } = last
    last = undefined
    // The newest position that comes in the meantime is sent then.
    timer = setTimeout(() => {
      timer = undefined
      void send()
    }, positionEveryMs)
    try {
      const body = { latitude, longitude }
      await api('PUT /api/jobs/{id}/position', { params: { id: jobId }, body })
    } catch (error) {
      // What could not be sent for want of a network is followed by the next position.
      if ([401, 403, 404, 409].includes((error as CallError).status)) end('over')
    }
  }
  const watch = navigator.geolocation.watchPosition(
    ({ coords }) => {
      last = coords
      if (sharing.get().problem) sharing.set({ jobId, problem: null })
      if (!timer) void send()
    },
    // In a tunnel nothing is known for a while, and then it is again.
    ({ code, PERMISSION_DENIED }) =>
      code === PERMISSION_DENIED ? end('denied') : sharing.set({ jobId, problem: 'unknown' }),
    { enableHighAccuracy: true, maximumAge: 5_000, timeout: 60_000 },
  )
  stopWatching = () => {
    navigator.geolocation.clearWatch(watch)
    clearTimeout(timer)
    stopWatching = undefined
  }
}

/** Stops at once; the server forgets the position now, or a quarter of an hour later where it cannot be reached. */
export function stopSharing(): void {
  const { jobId } = sharing.get()
  if (!jobId) return
  stopWatching?.()
  sharing.set({ jobId: null, problem: null })
  api('DELETE /api/jobs/{id}/position', { params: { id: jobId } }).catch(() => {})
}
