import { useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import { useDebounced } from '#client/app/use-debounced.ts'
import { newActionKey, useCall } from '#client/app/queries.ts'
import { dismissFailures, toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import {
  type BookingDraft,
  type Car,
  emptyVisit,
  isOpen,
  type Offer,
  packageToPlace,
  resolveVisits,
  type Visit,
  visitBodies,
  type VisitDraft,
} from './booking-draft.ts'
import { type KnownAddress, knownAddressAt } from './known-addresses.ts'
import { missingFields, type Problem } from './questions.ts'
import { useAddress, useZipCheck } from './use-address.ts'
import type { SavedDraft } from './use-booking-draft.ts'
import { freshDay, type OfferedDay, useNearbyDays, useOpenDays } from './use-open-days.ts'
import { usePromotion, useSalesTax } from './use-promotion-and-tax.ts'
import { type Order, useQuestions } from './use-questions.ts'

export type Booking = ReturnType<typeof useBooking>
export type BookingBody = Booking['body']
export type VisitProps = { booking: Booking; visit: Visit }

interface Shell extends Order, Pick<Offer, 'takenDates'> {
  /** Bookable cars; a single one is preselected. */
  cars: readonly Car[]
  remembered?: readonly KnownAddress[]
  /** Problems in fields only this shell has. */
  problems?: readonly Problem[]
  customerId?: string | undefined
  /** Fallback text for failures the server doesn't explain. */
  unexplained?: string
}

/** State of an unfinished booking: options, choices and the next question. The shell sends it. */
export function useBooking<Own>(kept: SavedDraft<Own>, shell: Shell) {
  const { draft, setDraft } = kept
  const { cars, remembered = [], problems = [] } = shell
  const packages = useCall('GET /api/service-packages')
  const addons = useCall('GET /api/addon-services')
  const address = useAddress(draft, remembered)
  const openDays = useOpenDays(
    draft.visits.map(({ date }) => date),
    {
      address: useLastComplete(address),
      servicePackageId: packageToPlace(draft.visits, { cars, packages: packages.data ?? [] })?.id,
      byOffice: shell.byOffice === true,
      customerId: shell.customerId,
    },
  )
  const { days } = openDays
  const salesTax = useSalesTax(address.line)
  const { nearby, grouped } = useNearbyDays(address.line, openDays.range)
  const offer = {
    cars,
    packages: packages.data ?? [],
    addons: addons.data ?? [],
    days,
    taxRateBp: salesTax.rateBp,
    taxMode: salesTax.mode,
    taxRateChanges: salesTax.changes,
    groupedDates: [...grouped, ...datesWithBest(days)],
    ...(shell.takenDates && { takenDates: shell.takenDates }),
  }
  const visits = resolveVisits(draft.visits, offer)
  const promotion = usePromotion(draft.code, visits, shell.customerId)
  const accessNotes =
    draft.accessNotes ?? knownAddressAt(remembered, address.line)?.accessNotes ?? ''
  const outOfReach = visits.flatMap(({ key, date, time }, at) => {
    const wanted = draft.visits[at]?.time
    return date && wanted && !time && openDays.isOutOfReach(date, wanted)
      ? [{ key, field: 'scheduledTime' as const, message: notInTime, isNews: true }]
      : []
  })
  const missing = [...outOfReach, ...missingFields(visits), ...address.problems, ...problems]
  const questions = useQuestions(kept, shell, visits, missing)
  const zipCheck = useZipCheck(address.zipAnswer, { lacks: address.problems.length > 0 })
  const { open, show } = questions
  const totalCents = visits.reduce((sum, { cents }) => sum + cents, 0)
  /** A failure that belongs to no question. */
  const [failure, setFailure] = useState<string | null>(null)

  const [limit, setLimit] = useState<Limit>()

  const clearFailure = () => {
    setFailure(null)
    setLimit(undefined)
  }

  const set = (part: Partial<Omit<BookingDraft, 'own'>>) => {
    clearFailure()
    setDraft((before) => ({
      ...before,
      actionKey: newActionKey(),
      // Keep the open question open while it is answered.
      open: before.open ?? open,
      ...part,
    }))
  }

  const change = (key: number, part: Partial<VisitDraft>) =>
    set({ visits: draft.visits.map((one) => (one.key === key ? { ...one, ...part } : one)) })

  /** Refreshes the day of a lost slot, and asks that visit for another time. */
  function takeLostSlot(error: CallError): boolean {
    const day = freshDay(error)
    if (!day) return false
    openDays.takeFreshDay(day, error)
    const wanted = visits.filter((one) => one.date === day.date && one.time)
    // The free time applies to any car; with several it isn't known which one is busy.
    const busy = wanted.length === 1 ? wanted[0] : undefined
    const lost = wanted.find((one) => !isOpen(day, one.time)) ?? busy
    if (lost) {
      change(lost.key, { time: null })
      questions.refuseTime(lost.key, error.message)
    }
    return true
  }

  return {
    ...questions,
    offer,
    /** Data to load before the first question. */
    parts: [packages, openDays.availability],
    nearbyDates: nearby,
    bestTimes: openDays.bestTimes,
    showLaterDays: openDays.showLaterDays,
    visits,
    remembered,
    address,
    zipCheck,
    accessNotes,
    notes: draft.notes,
    poNumber: draft.poNumber ?? '',
    failure,
    limit,
    promotion,
    /** Before discounts; `payCents` is after. */
    totalCents,
    payCents: totalCents - promotion.offCents,
    taxCents: visits.reduce((sum, { taxCents }) => sum + taxCents, 0),
    /** Fields of every booking in the contract's form. */
    body: {
      visits: visitBodies(visits, promotion.offs),
      ...(promotion.isApplied && { promotionCode: promotion.code }),
      serviceAddress: address.line,
      accessNotes: accessNotes.trim(),
      customerNotes: draft.notes.trim(),
      ...(draft.poNumber?.trim() && { poNumber: draft.poNumber.trim() }),
    },
    set,
    change,
    addVisit: () => {
      const key = Math.max(...visits.map((one) => one.key)) + 1
      set({ visits: [...draft.visits, emptyVisit(key)] })
      show('vehicle', { key })
    },
    removeVisit: (key: number) => set({ visits: draft.visits.filter((one) => one.key !== key) }),
    beginTry: () => {
      clearFailure()
      dismissFailures()
    },
    /** Shows a failure at the question it names; keeps all answers. */
    takeFailure: (error: CallError) => {
      const lost = takeLostSlot(error)
      const reached = limitOf(error)
      setLimit(reached)
      const named = reached || (!lost && questions.refuse(error.details))
      // A package, add-on, price or tax may have changed.
      if (error.status === 400 || isOtherPrice(error))
        for (const read of [packages, addons, salesTax]) void read.refetch()
      void promotion.checkAgain()
      const isShownAtField = lost || named
      const description = describeFailure(error, shell.unexplained)
      setFailure(isShownAtField ? null : description)
      toast({
        title: t('Booking Failed'),
        ...(!isShownAtField && { description }),
        destructive: true,
      })
    },
  }
}

const notInTime = text('We cannot be at this address in time then. Please choose another time.')

/** The last complete address, so that times stay while another is typed; '' without any. */
function useLastComplete({ line, problems }: { line: string; problems: readonly Problem[] }) {
  const complete = problems.length === 0 ? line : ''
  const [last, setLast] = useState(complete)
  const known = line && (complete || last)
  if (known !== last) setLast(known)
  return useDebounced(known)
}

const datesWithBest = (days: readonly OfferedDay[]) =>
  days.filter(({ slots }) => slots.some(({ best }) => best)).map(({ date }) => date)

/** Whether the price changed since it was shown, or a code no longer applies. */
export function isOtherPrice({ details }: CallError): boolean {
  const { reason } = (details ?? {}) as { reason?: string }
  return reason === 'price' || reason === 'promotion'
}

/** The server's message where useful, else a fixed text. */
function describeFailure(
  { status, message }: CallError,
  unexplained = t('Please try again or contact support.'),
): string {
  return status < 500 || status === 503 ? translate(message) : unexplained
}

/** Toast title after booking; visits awaiting confirmation count as requested. */
export const bookedTitle = (jobs: readonly Job[]): string =>
  jobs.some((job) => job.needsConfirmation) ? t('Request received') : t('Booking Created!')

export type Limit = {
  message: string
  /** The visit that needs a card. */
  cardFor?: string
  /** Signing in allows more bookings. */
  signIn: boolean
}

const reasons = ['visits_without_card', 'cancelled_today', 'guest_visits', 'guest_network']

/** The limit named by an error; undefined for other errors. */
export function limitOf({ message, details }: CallError): Limit | undefined {
  const { reason = '', jobId } = (details ?? {}) as { reason?: string; jobId?: string }
  if (!reasons.includes(reason)) return undefined
  return {
    message: translate(message),
    signIn: reason.startsWith('guest_'),
    ...(jobId && { cardFor: jobId }),
  }
}
