import { useEffect, useRef, useState } from 'react'

/** Something long that is started, may be cancelled, and ends with the screen that shows it. */
export function useRun() {
  const [isRunning, setRunning] = useState(false)
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const start = async (act: (cancelled: AbortSignal) => Promise<void>) => {
    const run = new AbortController()
    current.current = run
    setRunning(true)
    try {
      await act(run.signal)
    } catch (error) {
      if (!run.signal.aborted) throw error
    } finally {
      if (current.current === run) setRunning(false)
    }
  }
  return {
    isRunning,
    start,
    cancel: () => current.current?.abort(),
    /** Whether the run of this signal is the last one that was started: what an older one says is of no interest. */
    isCurrent: (cancelled: AbortSignal) => current.current?.signal === cancelled,
  }
}
