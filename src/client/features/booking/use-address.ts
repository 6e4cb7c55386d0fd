import { useEffect, useEffectEvent, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import {
  type Address,
  addressProblems,
  formatAddress,
  parseAddress,
  sameCity,
  tidyZip,
} from '#shared/rules/address.ts'
import { plainText } from '#shared/rules/plain-text.ts'
import { t } from '#shared/texts/t.ts'
import type { BookingDraft, DraftAddress } from './booking-draft.ts'
import type { KnownAddress } from './known-addresses.ts'
import type { Problem } from './questions.ts'

/** Splits an address line for the form; missing parts may come from the ZIP code. */
export function draftAddressFrom(line: string): DraftAddress {
  const { city, state, ...rest } = parseAddress(line)
  return { ...rest, city: city || null, state: state || null }
}

function useZip(zip: string) {
  const digits = /^\d{5}(?=$|-)/.exec(tidyZip(zip))?.[0]
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

/** The typed address, else the last one; the ZIP code fills in city and state until they are typed. */
export function useAddress(
  draft: Pick<BookingDraft, 'place' | 'keptCity'>,
  remembered: readonly KnownAddress[],
) {
  const typed = draft.place ?? draftAddressFrom(remembered[0]?.address ?? '')
  const { known, answer } = useZip(plainText(typed.zip).trim())
  const place: Address = {
    street: plainText(typed.street),
    unit: plainText(typed.unit),
    city: plainText(typed.city ?? known?.city ?? ''),
    state: typed.state ?? known?.state ?? '',
    zip: plainText(typed.zip),
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
  // Earlier addresses were already confirmed.
  else if (inDoubt && draft.place)
    problems.push({ field: 'city', message: t('Please choose the city.') })

  return {
    place,
    line,
    problems,
    zipAnswer: answer,
    /** The place with changed parts; a new ZIP code clears the city it filled in. */
    changedBy: (part: Partial<Address>): DraftAddress => {
      const leaves = part.zip !== undefined && known && isSame(place, known)
      return { ...typed, ...(leaves && { city: null, state: null }), ...part }
    },
    /** A city or state that differs from the ZIP code's until confirmed (`kept`); `fitting` has the ZIP code's values. */
    doubt:
      !inDoubt || !known
        ? undefined
        : {
            otherState,
            zip: known.zip,
            known: `${known.city}, ${known.state}`,
            typed: place.state === known.state ? place.city : `${place.city}, ${place.state}`,
            kept,
            fitting: { ...typed, city: null, state: null } satisfies DraftAddress,
          },
  }
}

/** Stored form of a confirmed city. */
export const keptCity = ({ zip, city, state }: Pick<Address, 'zip' | 'city' | 'state'>): string =>
  `${zip} ${city} ${state}`

const isSame = (
  place: { city: string; state: string },
  known: { city: string | null; state: string | null },
): boolean => sameCity(place.city, known.city ?? '') && place.state === known.state

type ZipAnswer = {
  /** Its five digits; undefined if incomplete. */
  digits: string | undefined
  isKnown: boolean
  hasFailed: boolean
  askAgain: () => unknown
}

/** Longest wait for the lookup before continuing. */
const patienceMs = 5_000

/**
 * Delays continuing until the ZIP code is looked up. On failure or timeout it shows a message, and a second attempt
 * continues unchecked. `lacks`: the address has other problems, shown on continuing.
 */
export function useZipCheck(
  { digits, isKnown, hasFailed, askAgain }: ZipAnswer,
  { lacks }: { lacks: boolean },
) {
  const [awaited, setAwaited] = useState<string>()
  /** The ZIP code reported as unchecked. */
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
    /** Number of waits that ended by continuing. */
    ends,
    /** Whether to continue now; false waits for the lookup. */
    mayPass(): boolean {
      if (!digits || isKnown || told === digits) return true
      if (hasFailed) askAgain()
      setAwaited(digits)
      return false
    },
  }
}
