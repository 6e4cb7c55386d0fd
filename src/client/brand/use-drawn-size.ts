import { type RefObject, useLayoutEffect, useState } from 'react'
import type { MapSize } from './map-drawing.ts'

/** Narrower than this nothing is drawn to be read. */
const leastWidth = 220

/** The size of a drawing in its frame, at most `largest`, so that what is written on it is never shrunk. */
export function useDrawnSize(frame: RefObject<HTMLElement | null>, largest: MapSize): MapSize {
  const [width, setWidth] = useState(largest.width)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () =>
      setWidth(Math.min(largest.width, Math.max(leastWidth, Math.round(element.clientWidth))))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, largest.width])
  if (width === largest.width) return largest
  // Not as flat: names need some room above one another.
  return { width, height: Math.min(largest.height, Math.round(width * 0.8)) }
}
