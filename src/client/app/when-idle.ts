import { useEffect, useState } from 'react'

/**
 * Runs it once what is to be seen has been drawn and the browser has nothing better to do, soon where nobody sees the
 * page; answers how not to.
 */
export function whenIdle(run: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  let cancel = () => {}
  const frame = requestAnimationFrame(() => {
    // Safari has none.
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

/** Whether what is to be seen first has been drawn: from then on there is time for more. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
