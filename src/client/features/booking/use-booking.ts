import { useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import { newActionKey, useCall } from '#client/app/queries.ts'
import { dismissFailures, toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t, translate } from '#shared/texts/t.ts'
import {
  type BookingDraft,
  type Car,
  emptyVisit,
  isOpen,
  type Offer,
  resolveVisits,
  type Visit,
  visitBodies,
  type VisitDraft,
} from './booking-draft.ts'
import { type KnownAddress, knownAddressAt } from './known-addresses.ts'
import { missingFields, type Problem } from './questions.ts'
import { useAddress, useZipCheck } from './use-address.ts'
import type { SavedDraft } from './use-booking-draft.ts'
import { freshDay, useNearbyDays, useOpenDays } from './use-open-days.ts'
import { usePromotion, useSalesTax } from './use-promotion-and-tax.ts'
import { type Order, useQuestions } from './use-questions.ts'

export type Booking = ReturnType<typeof useBooking>
export type BookingBody = Booking['body']
/** One visit of the booking. */
export type VisitProps = { booking: Booking; visit: Visit }

interface Shell extends Order, Pick<Offer, 'takenDates'> {
  /** The cars that can be booked for; an only one is chosen already. */
  cars: readonly Car[]
  remembered?: readonly KnownAddress[]
  /** What the fields lack that only this shell asks. */
  problems?: readonly Problem[]
  /** Whom the office books for, where that is known. */
  customerId?: string | undefined
  /** Said of a failure that the server does not explain. */
  unexplained?: string
}

/** A booking while it is filled in: what can be had, what is chosen, what is asked next. The shell sends it. */
export function useBooking<Own>(kept: SavedDraft<Own>, shell: Shell) {
  const { draft, setDraft } = kept
  const { cars, remembered = [], problems = [] } = shell
  const packages = useCall('GET /api/service-packages')
  const addons = useCall('GET /api/addon-services')
  const openDays = useOpenDays(draft.visits.map(({ date }) => date))
  const { days } = openDays
  const address = useAddress(draft, remembered)
  const salesTax = useSalesTax(address.line)
  const { nearby, grouped } = useNearbyDays(address.line, openDays.range)
  const offer = {
    cars,
    packages: packages.data ?? [],
    addons: addons.data ?? [],
    days,
    taxRateBp: salesTax.rateBp,
    groupedDates: grouped,
    ...(shell.takenDates && { takenDates: shell.takenDates }),
  }
  const visits = resolveVisits(draft.visits, offer)
  const promotion = usePromotion(draft.code, visits, shell.customerId)
  const accessNotes =
    draft.accessNotes ?? knownAddressAt(remembered, address.line)?.accessNotes ?? ''
  const missing = [...missingFields(visits), ...address.problems, ...problems]
  const questions = useQuestions(kept, shell, visits, missing)
  const zipCheck = useZipCheck(address.zipAnswer, { lacks: address.problems.length > 0 })
  const { open, show } = questions
  const totalCents = visits.reduce((sum, { cents }) => sum + cents, 0)
  /** Why it was not booked, where no question is to blame. */
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
      // What is open stays open while it is being answered.
      open: before.open ?? open,
      ...part,
    }))
  }

  const change = (key: number, part: Partial<VisitDraft>) =>
    set({ visits: draft.visits.map((one) => (one.key === key ? { ...one, ...part } : one)) })

  /** Shows what the day has now whose slot is lost; the visit that wanted it must choose again. */
  function takeLostSlot(error: CallError): boolean {
    const day = freshDay(error)
    if (!day) return false
    openDays.takeFreshDay(day)
    const wanted = visits.filter((one) => one.date === day.date && one.time)
    // A time that is free is so for other cars; of several, nobody knows which car is busy then.
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
    /** What has to be there before anything can be asked. */
    parts: [packages, openDays.availability],
    nearbyDates: nearby,
    showLaterDays: openDays.showLaterDays,
    visits,
    remembered,
    address,
    zipCheck,
    accessNotes,
    notes: draft.notes,
    failure,
    /** Why nothing more may be booked as things are. */
    limit,
    promotion,
    /** Before a code takes something off; `payCents` after that. */
    totalCents,
    payCents: totalCents - promotion.offCents,
    taxCents: visits.reduce((sum, { taxCents }) => sum + taxCents, 0),
    /** All that is asked of every booking, as the contract has it. */
    body: {
      visits: visitBodies(visits, promotion.offs),
      ...(promotion.isApplied && { promotionCode: promotion.code }),
      serviceAddress: address.line,
      accessNotes: accessNotes.trim(),
      customerNotes: draft.notes.trim(),
    },
    set,
    change,
    addVisit: () => {
      const key = Math.max(...visits.map((one) => one.key)) + 1
      set({ visits: [...draft.visits, emptyVisit(key)] })
      show('vehicle', { key })
    },
    removeVisit: (key: number) => set({ visits: draft.visits.filter((one) => one.key !== key) }),
    /** Takes back what was said of the last try, as another one begins. */
    beginTry: () => {
      clearFailure()
      dismissFailures()
    },
    /** Says why it was not booked, at the question that an answer names, and keeps everything. */
    takeFailure: (error: CallError) => {
      const lost = takeLostSlot(error)
      const reached = limitOf(error)
      setLimit(reached)
      const named = reached || (!lost && questions.refuse(error.details))
      // A package or an add-on may have gone off sale, or cost something else now, or sales tax be another.
      if (error.status === 400 || isOtherPrice(error))
        for (const read of [packages, addons, salesTax]) void read.refetch()
      void promotion.checkAgain()
      const isSaidInPlace = lost || named
      const description = describeFailure(error, shell.unexplained)
      setFailure(isSaidInPlace ? null : description)
      toast({
        title: t('Booking Failed'),
        ...(!isSaidInPlace && { description }),
        destructive: true,
      })
    },
  }
}

/** The price is another than the one that was seen, or a code takes nothing off it. */
export function isOtherPrice({ details }: CallError): boolean {
  const { reason } = (details ?? {}) as { reason?: string }
  return reason === 'price' || reason === 'promotion'
}

/** What the server says where it helps; else the fixed words. */
function describeFailure(
  { status, message }: CallError,
  unexplained = t('Please try again or contact support.'),
): string {
  return status < 500 || status === 503 ? translate(message) : unexplained
}

/** What a toast says of visits just booked; one that the office has to confirm first is only asked for. */
export const bookedTitle = (jobs: readonly Job[]): string =>
  jobs.some((job) => job.needsConfirmation) ? t('Request received') : t('Booking Created!')

/** Why somebody may not book more, and where they can do something about it. */
export type Limit = {
  message: string
  /** The visit to add a card to. */
  cardFor?: string
  /** Whoever signs in may book more. */
  signIn: boolean
}

const reasons = ['visits_without_card', 'guest_visits', 'guest_network']

/** The limit that an answer names; undefined when it is about something else. */
export function limitOf({ message, details }: CallError): Limit | undefined {
  const { reason = '', jobId } = (details ?? {}) as { reason?: string; jobId?: string }
  if (!reasons.includes(reason)) return undefined
  return {
    message: translate(message),
    signIn: reason.startsWith('guest_'),
    ...(jobId && { cardFor: jobId }),
  }
}
