import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/** Whether what is to be seen first has been drawn: from then on there is time for more. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
