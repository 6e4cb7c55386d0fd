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
 * Lets somebody go on once it is known what their ZIP code is. When nobody answers, or not in time, that is said, and
 * going on once more goes on without it.
 */
export function useZipCheck(
  { digits, isKnown, hasFailed, askAgain }: ZipAnswer,
  /** Going on only says what else the address lacks. */
  lacks: boolean,
) {
  const [waiting, setWaiting] = useState<{ digits: string; then: () => void } | null>(null)
  /** The ZIP code of which somebody has read that it could not be checked. */
  const [told, setTold] = useState<string>()
  const isWaiting = waiting !== null && waiting.digits === digits

  const stop = useEffectEvent((given: { up: boolean }) => {
    setWaiting(null)
    if (given.up) setTold(digits)
    if (given.up ? lacks : isKnown) waiting?.then()
  })
  useEffect(() => {
    if (!waiting) return
    if (!isWaiting || isKnown || hasFailed) {
      stop({ up: isWaiting && !isKnown })
      return
    }
    const timer = setTimeout(() => stop({ up: true }), patienceMs)
    return () => clearTimeout(timer)
  }, [waiting, isWaiting, isKnown, hasFailed])

  return {
    isWaiting,
    isUnchecked: digits !== undefined && told === digits && !isKnown,
    /** Runs `then` at once, or when the answer is there. */
    whenChecked(then: () => void): void {
      if (!digits || isKnown || told === digits) return then()
      if (isWaiting) return
      if (hasFailed) askAgain()
      setWaiting({ digits, then })
    },
  }
}
