import { useEffect, useEffectEvent, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import {
  type Address,
  addressProblems,
  formatAddress,
  parseAddress,
  sameCity,
} from '#shared/rules/address.ts'
import { t } from '#shared/texts/t.ts'
import type { BookingDraft, DraftPlace } from './booking-draft.ts'
import type { KnownAddress } from './known-addresses.ts'
import type { Problem } from './questions.ts'

/** The parts of a line, for the form; what is not in it the ZIP code may say. */
export function placeFrom(line: string): DraftPlace {
  const { city, state, ...rest } = parseAddress(line)
  return { ...rest, city: city || null, state: state || null }
}

/** What a ZIP code is; `known` is undefined while nobody knows. */
function useZip(zip: string) {
  const digits = /^\d{5}(?=$|-)/.exec(zip)?.[0]
  const { data, isError, isFetching, refetch } = useCall(
    'GET /api/zip-codes',
    { query: { zip: digits ?? '' } },
    { enabled: digits !== undefined, staleTime: Infinity },
  )
  const known = digits ? data : undefined
  const answer: ZipAnswer = {
    digits,
    isKnown: known !== undefined,
    hasFailed: isError && !isFetching,
    askAgain: refetch,
  }
  return { known, answer }
}

/** Where the car is: as typed, else where it was last; the ZIP code fills in city and state until they are typed. */
export function useAddress(
  draft: Pick<BookingDraft, 'place' | 'keptCity'>,
  remembered: readonly KnownAddress[],
) {
  const typed = draft.place ?? placeFrom(remembered[0]?.address ?? '')
  const { known, answer } = useZip(typed.zip)
  const place: Address = {
    ...typed,
    city: typed.city ?? known?.city ?? '',
    state: typed.state ?? known?.state ?? '',
  }
  const line = formatAddress(place)
  const fits = !known?.city || !place.city || !place.state || isSame(place, known)
  const problems: Problem[] = addressProblems(place).map(({ part, message }) => ({
    field: part === 'street' ? 'serviceAddress' : part,
    message,
  }))
  if (known?.exists === false)
    problems.push({
      field: 'zip',
      message: t('There is no ZIP code {zip}. Please check it.', { zip: known.zip }),
    })

  const kept = keptCity(place)
  const otherState = !fits && place.state !== known?.state
  const inDoubt = otherState || (!fits && draft.keptCity !== kept)
  if (otherState)
    problems.push({
      field: 'state',
      message: t('{zip} is in {state}.', { zip: known?.zip ?? '', state: known?.state ?? '' }),
    })
  // Where somebody was before, they were asked before.
  else if (inDoubt && draft.place)
    problems.push({ field: 'city', message: t('Please say which city it is.') })

  return {
    place,
    line,
    problems,
    zipAnswer: answer,
    /** The place with parts of it changed. A city that only came with the ZIP code goes with it. */
    changedBy: (part: Partial<Address>): DraftPlace => {
      const leaves = part.zip !== undefined && known && isSame(place, known)
      return { ...typed, ...(leaves && { city: null, state: null }), ...part }
    },
    /** A city or state that is not what the ZIP code says, until it is `kept`; `fitting` is the place with what it says. */
    doubt:
      !inDoubt || !known
        ? undefined
        : {
            otherState,
            zip: known.zip,
            known: `${known.city}, ${known.state}`,
            typed: place.state === known.state ? place.city : `${place.city}, ${place.state}`,
            kept,
            fitting: { ...typed, city: null, state: null } satisfies DraftPlace,
          },
  }
}

/** What a draft notes of a city that is right, whatever the ZIP code says. */
export const keptCity = ({ zip, city, state }: Pick<Address, 'zip' | 'city' | 'state'>): string =>
  `${zip} ${city} ${state}`

const isSame = (
  place: { city: string; state: string },
  known: { city: string | null; state: string | null },
): boolean => sameCity(place.city, known.city ?? '') && place.state === known.state

/** What is known of a typed ZIP code. */
type ZipAnswer = {
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
