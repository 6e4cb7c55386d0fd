import { useEffect, useState } from 'react'

const pauseMs = 150

/** The text once it has stayed for a moment; emptied at once. */
export function useDebounced(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}
