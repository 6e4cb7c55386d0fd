import { useEffect } from 'react'
import { guestLine } from './socket-state.ts'
import { whenIdle } from './when-idle.ts'

/** Keeps the socket open while signed in. Its code loads after the first paint. */
export function useSocket(userId: string | undefined): void {
  useLine(userId, connectPerson)
}

export function useGuestSocket(token: string | undefined): void {
  useLine(token, connectGuest)
}

type Connect = (by: typeof import('./socket.ts').connectSocket, who: string) => () => void

const connectPerson: Connect = (connectSocket, userId) => connectSocket(userId)
const connectGuest: Connect = (connectSocket, guestToken) =>
  connectSocket({ guestToken }, guestLine)

function useLine(who: string | undefined, connect: Connect): void {
  useEffect(() => {
    if (!who) return
    let close: (() => void) | undefined
    let gone = false
    const load = async () => {
      const { connectSocket } = await import('./socket.ts')
      if (!gone) close = connect(connectSocket, who)
    }
    // Without it the screens poll.
    const cancel = whenIdle(() => void load().catch(() => {}))
    return () => {
      gone = true
      cancel()
      close?.()
    }
  }, [who, connect])
}
