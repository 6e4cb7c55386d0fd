import { api, type CallError } from '#client/app/call.ts'
import { createStore } from '#client/ui/store.ts'
import { positionEveryMs } from '#shared/rules/travel.ts'

/** Location denied or unavailable, or the server ended sharing. */
export type SharingProblem = 'denied' | 'unknown' | 'over'
type Sharing = { jobId: string | null; problem: SharingProblem | null }

// A device shares for one visit at a time, on every page.
export const sharing = createStore<Sharing>({ jobId: null, problem: null })
let stopWatching: (() => void) | undefined

/** Shares this device's location until stopped, or until the server refuses. */
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
    // Sends the latest position known by then.
    timer = setTimeout(() => {
      timer = undefined
      void send()
    }, positionEveryMs)
    try {
      const body = { latitude, longitude }
      await api('PUT /api/jobs/{id}/position', { params: { id: jobId }, body })
    } catch (error) {
      // After a network failure the next position is enough.
      if ([401, 403, 404, 409].includes((error as CallError).status)) end('over')
    }
  }
  const watch = navigator.geolocation.watchPosition(
    ({ coords }) => {
      last = coords
      if (sharing.get().problem) sharing.set({ jobId, problem: null })
      if (!timer) void send()
    },
    // Positions may be unavailable for a while, such as in a tunnel.
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

/** Stops sharing now; the server deletes the position, at the latest after 15 minutes if it can't be reached. */
export function stopSharing(): void {
  const { jobId } = sharing.get()
  if (!jobId) return
  stopWatching?.()
  sharing.set({ jobId: null, problem: null })
  api('DELETE /api/jobs/{id}/position', { params: { id: jobId } }).catch(() => {})
}
