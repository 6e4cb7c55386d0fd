import { useCallback, useEffect, useRef, useState } from 'react'
import { api, CallError } from '#client/app/call.ts'
import { refreshAfter } from '#client/app/queries.ts'
import type { DailyClose } from '#shared/contract/daily-close.ts'

const call = 'POST /api/admin/close/compare'
/** The list of a running day is read again when it is older. */
const freshMs = 5 * 60_000

type State = { date: string; read: number; running: boolean; error: CallError | null }

/** Whether the network's list of that day is to be read without anybody asking for it. */
const isStale = ({ takesCards, state, compared }: DailyClose): boolean =>
  takesCards &&
  state !== 'ahead' &&
  (!compared ||
    (!compared.whole && (state === 'over' || Date.now() - Date.parse(compared.at) > freshMs)))

/** Compares a day with the card network, part by part: by itself when it is opened and was not, else when it is asked for. */
export function useComparison(close: DailyClose) {
  const { date } = close
  const [state, setState] = useState<State>({ date, read: 0, running: false, error: null })
  const latest = useRef(0)
  const start = useCallback(async () => {
    const run = ++latest.current
    const say = (part: Omit<State, 'date'>) => run === latest.current && setState({ date, ...part })
    say({ read: 0, running: true, error: null })
    let cursor: string | null = null
    try {
      do {
        const body: { date: string; cursor?: string } = { date, ...(cursor && { cursor }) }
        const part = await api(call, { body })
        if (run !== latest.current) return
        cursor = part.next
        say({ read: part.read, running: cursor !== null, error: null })
      } while (cursor)
      refreshAfter(call)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      say({ read: 0, running: false, error })
    }
  }, [date])
  // Another day makes what is under way nobody's business.
  const cancel = useCallback(() => void latest.current++, [])
  const stale = isStale(close)
  useEffect(() => {
    // Not at once: whoever only passes this day on the way to another asks for nothing.
    const timer = stale ? setTimeout(() => void start(), 0) : undefined
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [date, stale, start, cancel])
  const own = state.date === date ? state : { read: 0, running: false, error: null }
  return { ...own, start: () => void start() }
}
