import type { SocketUpdate, SocketRequest } from '#shared/contract/socket.ts'
import { clearNotifications, isConnected, setConnected } from './socket-state.ts'
import { justNowMs, refreshThings } from './queries.ts'
import { refetchMissed, applyUpdate } from './socket-updates.ts'

// Copied from the contract, which is not worth loading here.
const path = '/ws'
const sessionChanged = 4001
const guestProtocol = 'fivequart-guest'

/** A dead connection may look open: ping now and then, and when the page returns. */
const askEveryMs = 60_000
const answerWithinMs = 8_000
const newSessionWithinMs = 1_000
/** How long to wait for a reconnect before polling. */
const fallBackAfterMs = 5_000

type TimerName = 'open' | 'ask' | 'answer' | 'fall-back' | 'who'

/** Connection state of one socket. */
type Line = { isConnected: typeof isConnected; setConnected: typeof setConnected }
const ownLine: Line = { isConnected, setConnected }

/** Keeps a socket open for this user or guest link until the returned function is called. */
export function connectSocket(
  who: string | { guestToken: string },
  line: Line = ownLine,
): () => void {
  const [userId, protocols] =
    typeof who === 'string' ? [who, []] : [undefined, [guestProtocol, who.guestToken]]
  let socket: WebSocket | null = null
  let failures = 0
  let first = true
  const left = new AbortController()
  const timers: Partial<Record<TimerName, ReturnType<typeof setTimeout>>> = {}
  const after = (name: TimerName, ms: number, run: () => void) => {
    clearTimeout(timers[name])
    timers[name] = setTimeout(run, ms)
  }

  function open(): void {
    clearTimeout(timers.open)
    if (left.signal.aborted || socket) return
    const opened = new WebSocket(location.origin.replace(/^http/, 'ws') + path, protocols)
    socket = opened
    opened.addEventListener('open', ask)
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened) receive(String(data))
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket === opened) lose(code)
    })
    after('answer', answerWithinMs, drop)
  }

  const send = (request: SocketRequest) => socket?.send(JSON.stringify(request))

  /** The server answers `ready`. It identifies us by the cookie only. */
  function ask(): void {
    if (socket?.readyState !== WebSocket.OPEN) return
    send({ type: 'authenticate', userId })
    after('answer', answerWithinMs, drop)
  }

  function receive(text: string): void {
    clearTimeout(timers.answer)
    after('ask', askEveryMs, ask)
    let update: SocketUpdate
    try {
      update = JSON.parse(text) as SocketUpdate
    } catch (error) {
      return reportError(error)
    }
    if (update.type === 'ready' && !line.isConnected()) connected()
    applyUpdate(update)
  }

  function connected(): void {
    failures = 0
    clearTimeout(timers['fall-back'])
    line.setConnected(send)
    refetchMissed({ listsSince: first ? Date.now() - justNowMs : Infinity })
    first = false
  }

  function lose(code: number): void {
    socket = null
    const wasConnected = line.isConnected()
    line.setConnected(null)
    for (const name of ['ask', 'answer'] as const) clearTimeout(timers[name])
    if (left.signal.aborted) return
    // Signing in as someone else ends the old session before the new one is known here.
    // A guest's customer may be erased.
    if (code === sessionChanged)
      after('who', newSessionWithinMs, () => refreshThings([userId ? 'account' : 'jobs']))
    if (wasConnected)
      after('fall-back', fallBackAfterMs, () => refetchMissed({ listsSince: Infinity }))
    after('open', reconnectDelay(failures, Math.random()), open)
    failures += 1
  }

  /** Drops a socket that does not answer; a proper close could take minutes. */
  function drop(): void {
    socket?.close()
    if (socket) lose(0)
  }

  function comeBack(): void {
    if (document.visibilityState !== 'visible') return
    if (!socket) open()
    else ask()
  }
  // An open socket would keep the page out of the back/forward cache.
  const pause = () => {
    socket?.close()
  }

  const { signal } = left
  document.addEventListener('visibilitychange', comeBack, { signal })
  addEventListener('online', comeBack, { signal })
  addEventListener('pageshow', comeBack, { signal })
  addEventListener('pagehide', pause, { signal })
  open()
  return () => {
    left.abort()
    for (const timer of Object.values(timers)) clearTimeout(timer)
    socket?.close()
    socket = null
    line.setConnected(null)
    if (userId) clearNotifications()
  }
}

const firstMs = 3_000
const growth = 1.5
const longestMs = 30_000
const spread = 0.2

/**
 * Delay before the next reconnect in ms: 3 s, growing by half to 30 s. `random` (0 to 1) spreads clients after a
 * server restart.
 */
export function reconnectDelay(failures: number, random: number): number {
  const wait = Math.min(firstMs * growth ** failures, longestMs / (1 + spread))
  return wait * (1 + spread * random)
}
