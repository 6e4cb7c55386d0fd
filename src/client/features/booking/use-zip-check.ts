import { useEffect, useEffectEvent, useState } from 'react'

/** What is known of a typed ZIP code. */
export type ZipAnswer = {
  /** Its five digits; undefined while it has not so many. */
  digits: string | undefined
  isKnown: boolean
  hasFailed: boolean
  askAgain: () => unknown
}

/** So long whoever goes on waits for the answer. */
const patienceMs = 5_000

/**
 * Holds somebody who goes on until it is known what their ZIP code is. When nobody answers, or not in time, that is said,
 * and going on once more goes on without it. `lacks`: the address lacks something else, which going on says.
 */
export function useZipCheck(
  { digits, isKnown, hasFailed, askAgain }: ZipAnswer,
  { lacks }: { lacks: boolean },
) {
  const [awaited, setAwaited] = useState<string>()
  /** The ZIP code of which somebody has read that it could not be checked. */
  const [told, setTold] = useState<string>()
  const [ends, setEnds] = useState(0)
  const isWaiting = awaited !== undefined && awaited === digits

  const end = useEffectEvent(() => {
    setAwaited(undefined)
    if (!isWaiting) return
    if (!isKnown) setTold(digits)
    if (isKnown || lacks) setEnds((count) => count + 1)
  })
  useEffect(() => {
    if (awaited === undefined) return
    const over = !isWaiting || isKnown || hasFailed
    const timer = setTimeout(() => end(), over ? 0 : patienceMs)
    return () => clearTimeout(timer)
  }, [awaited, isWaiting, isKnown, hasFailed])

  return {
    isWaiting,
    isUnchecked: digits !== undefined && told === digits && !isKnown,
    /** How often a wait has ended with going on. */
    ends,
    /** Whether one may go on at once; else it is waited for the answer. */
    mayPass(): boolean {
      if (!digits || isKnown || told === digits) return true
      if (hasFailed) askAgain()
      setAwaited(digits)
      return false
    },
  }
}
