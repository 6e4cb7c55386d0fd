import { createStore } from '#client/ui/store.ts'
import { sendNow } from './socket-state.ts'

const echo = createStore('')
export const heardEcho = (id: string) => echo.set(id)

/** Sends a message through the server's database and back. Resolves when it arrives; false if `signal` aborts first. */
export function testRoundTrip(signal: AbortSignal): Promise<boolean> {
  const id = crypto.randomUUID()
  return new Promise((resolve) => {
    const end = (came: boolean) => {
      stop()
      resolve(came)
    }
    const stop = echo.subscribe(() => echo.get() === id && end(true))
    signal.addEventListener('abort', () => end(false), { once: true })
    sendNow({ type: 'echo', id })
  })
}
