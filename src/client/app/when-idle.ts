import { useEffect, useState } from 'react'

/** Runs after the next paint once the browser is idle, soon in hidden pages. Returns how to cancel. */
export function whenIdle(run: () => void): () => void {
  if (document.hidden) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  let cancel = () => {}
  const frame = requestAnimationFrame(() => {
    // Safari lacks it.
    if ('requestIdleCallback' in globalThis) {
      const handle = requestIdleCallback(run, { timeout: 1000 })
      cancel = () => cancelIdleCallback(handle)
    } else {
      const timer = setTimeout(run, 200)
      cancel = () => clearTimeout(timer)
    }
  })
  cancel = () => cancelAnimationFrame(frame)
  return () => cancel()
}

/** Whether the first paint is done. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
