import { useEffect } from 'react'

/** Keeps the socket open while somebody is signed in. Its code comes after the first paint. */
export function useSocket(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    let close: (() => void) | undefined
    let gone = false
    const load = async () => {
      const { connectSocket } = await import('./socket.ts')
      if (!gone) close = connectSocket(userId)
    }
    // Without it the screens look by themselves.
    const frame = requestAnimationFrame(() => setTimeout(() => void load().catch(() => {})))
    return () => {
      gone = true
      cancelAnimationFrame(frame)
      close?.()
    }
  }, [userId])
}
