import { useState } from 'react'
import { wantsItAnyway } from '#client/app/beyond-road.tsx'
import type { CallError } from '#client/app/call.ts'
import { useDebounced } from '#client/app/use-debounced.ts'
import { useUnsavedChanges } from '#client/app/form/unsaved-changes.tsx'
import { useCall, useWrite } from '#client/app/queries.ts'
import { useConfirm } from '#client/ui/confirm-dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { FoundCustomer } from '#shared/contract/search.ts'
import { missingDetails } from '#shared/rules/contact-details.ts'
import { storedEmail } from '#shared/rules/mailboxes.ts'
import { dialedNumber } from '#shared/rules/phone-numbers.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { Visit } from '../booking-draft.ts'
import { knownAddresses } from '../known-addresses.ts'
import { refusedFields } from '../questions.ts'
import { useBookingDraft } from '../use-booking-draft.ts'
import { useBooking } from '../use-booking.ts'
import {
  callerBooking,
  type CallerDraft,
  callerProblems,
  carOf,
  emptyCallerDraft,
  newCallerFrom,
  newCallerOf,
  newCarId,
  newCars,
  type Prefilled,
} from './caller-draft.ts'

export type CallerBooking = ReturnType<typeof useCallerBooking>
export type CallerVisitProps = { shell: CallerBooking; visit: Visit }

/** State of a booking the office makes for a caller; one call books all visits. */
export function useCallerBooking(prefilled: Prefilled) {
  const { visit: first, customerId: named, technicianId, caller: typed } = prefilled
  const kept = useBookingDraft<CallerDraft>(
    `caller booking ${location.search}`,
    null,
    {
      ...emptyCallerDraft,
      customerId: named,
      customer: typed && !named ? newCallerFrom(typed) : null,
      technicianIds: technicianId ? { 0: technicianId } : {},
    },
    first,
  )
  const { own } = kept.draft
  const { customerId } = own
  const known = useCall(
    'GET /api/admin/callers/{id}',
    { params: { id: customerId ?? '' } },
    { enabled: customerId !== null, staleTime: 0 },
  )
  const vehicles = useCall(
    'GET /api/vehicles',
    { query: { customerId: customerId ?? '' } },
    { enabled: customerId !== null },
  )
  const caller = customerId && known.data ? known.data.caller : undefined
  const saved = customerId && vehicles.data ? vehicles.data : []
  const lacking = caller
    ? missingDetails({ name: caller.firstName + caller.lastName, phone: caller.phone })
    : []
  const isNew = own.customer !== null || (vehicles.isSuccess && saved.length === 0)
  // Customers without cars start with a new one.
  const draft = {
    ...kept.draft,
    visits: kept.draft.visits.map((visit) =>
      isNew ? { ...visit, vehicleId: newCarId(visit.key) } : visit,
    ),
  }
  const visits = customerId ? (known.data?.visits ?? []) : []
  const booking = useBooking(
    { ...kept, draft },
    {
      cars: [...saved, ...newCars(own, draft.visits.filter(hasNewCar))],
      remembered: knownAddresses(visits),
      problems: callerProblems(own, draft.visits, lacking),
      who: 'first',
      byOffice: true,
      customerId: customerId ?? undefined,
      unexplained: t('Failed to create booking. Please try again.'),
    },
  )
  const [refused, setRefused] = useState<PossibleDuplicates | null>(null)
  const typedDoubles = usePossibleDuplicates(own)
  const { confirm, confirmDialog } = useConfirm()
  const submission = useWrite('POST /api/admin/bookings', {
    onSuccess: () => {
      leaving.release()
      kept.clear()
      toast({ title: t('Booking Created!') })
    },
    onError: (error, { body }) => void takeFailure(error, body),
  })
  const leaving = useUnsavedChanges(kept.isChanged && !submission.data, () => kept.clear())

  // The limit the office agreed to exceed stays agreed until the visits change.
  const [agreed, setAgreed] = useState<{ to: string; beyond: Beyond }>({ to: '', beyond: {} })
  const planned = JSON.stringify([
    booking.visits.map(({ vehicleId, date, time }) => [vehicleId, date, time]),
    booking.body.serviceAddress,
  ])

  function exceed(beyond: Beyond): void {
    setAgreed({ to: planned, beyond })
    send(beyond)
  }

  function send(beyond: Beyond = agreed.to === planned ? agreed.beyond : {}): void {
    const body = callerBooking(own, booking.body, booking.visits, lacking)
    submission.mutate({
      idempotencyKey: [kept.draft.actionKey, ...Object.keys(beyond)].join('-'),
      body: { ...body, ...beyond },
    })
  }

  async function takeFailure(
    error: CallError,
    { beyondLimits, beyondRoad }: Beyond,
  ): Promise<void> {
    const beyond = { ...(beyondLimits && { beyondLimits }), ...(beyondRoad && { beyondRoad }) }
    const { reason, customers = [] } = (error.details ?? {}) as Refusal
    if (reason === 'known_customer') {
      const isNumber = refusedFields(error.details, []).some(({ field }) => field === 'phone')
      setRefused({ message: translate(error.message), customers, isNumber })
    }
    if (await wantsItAnyway(error)) return exceed({ ...beyond, beyondRoad: true })
    const isLimit = reason === 'vehicle_day' || reason === 'visits_without_card'
    if (!isLimit || beyondLimits) return booking.takeFailure(error)
    const yes = await confirm({
      title: t('Book anyway?'),
      description: translate(error.message),
      confirmLabel: t('Book anyway'),
    })
    if (yes) exceed({ ...beyond, beyondLimits: true })
  }

  const setOwn = (part: Partial<CallerDraft>) => {
    setRefused(null)
    kept.setOwn(part)
  }

  /** Switches the customer, clearing car and address but keeping day, time and typed place. */
  function chooseCaller(who: Pick<CallerDraft, 'customerId' | 'customer'>): void {
    booking.forgive('who')
    setOwn({ ...emptyCallerDraft, technicianIds: own.technicianIds, ...who })
    booking.set({
      visits: kept.draft.visits.map((visit) => ({ ...visit, vehicleId: null, packageId: null })),
    })
  }

  return {
    booking,
    own,
    setOwn,
    caller,
    visits,
    /** A known customer was chosen and is loading. */
    loading: customerId !== null && (known.isPending || vehicles.isPending),
    failed: [known, vehicles].filter(({ isError }) => isError),
    saved,
    lacking,
    isNew,
    /** Existing customers with the new one's phone number or e-mail address. */
    doubles: refused ?? typedDoubles,
    choose: (id: string) => {
      chooseCaller({ customerId: id, customer: null })
      booking.show('vehicle')
    },
    startNew: (typed: string) => {
      chooseCaller({ customerId: null, customer: newCallerFrom(typed) })
      booking.show('who')
    },
    clearCaller: () => {
      chooseCaller({ customerId: null, customer: null })
      booking.show('who')
    },
    /** A visit's details for the waitlist. */
    waitingOf: ({ key, vehicleId, servicePackage }: Visit) => ({
      ...(customerId ? { customerId } : newCallerOf(own)),
      ...carOf(own, { key, vehicleId }),
      servicePackageId: servicePackage?.id,
      serviceAddress: booking.address.line,
    }),
    /** The call ended without a booking. */
    finish: () => {
      leaving.release()
      kept.clear()
    },
    send: () => send(),
    pending: submission.isPending,
    booked: submission.data,
    /** Confirms before typed data is lost. */
    leavingQuestion: leaving.question,
    limitQuestion: confirmDialog,
  }
}

/** The limit the office agreed to exceed. */
type Beyond = { beyondLimits?: boolean | undefined; beyondRoad?: boolean | undefined }

type Refusal = { reason?: string; customers?: FoundCustomer[] }

const hasNewCar = ({ key, vehicleId }: { key: number; vehicleId: string | null }) =>
  vehicleId === newCarId(key)

/** Existing customers with the same phone number or e-mail address; `isNumber`: a number may be shared. */
type PossibleDuplicates = {
  message: string
  customers: readonly FoundCustomer[]
  isNumber: boolean
}

function usePossibleDuplicates({
  customer,
  isSomebodyElse,
}: CallerDraft): PossibleDuplicates | null {
  const email = storedEmail(customer?.email ?? '')
  const number = (customer && !isSomebodyElse && dialedNumber(customer.phone)) ?? ''
  const withEmail = useCustomers(/^\S+@\S+\.\S+$/.test(email) ? email : '')
  const withNumber = useCustomers(number || '')
  const sameEmail = withEmail.filter((one) => one.email === email)
  if (sameEmail.length > 0)
    return {
      message: t('A customer already has this e-mail.'),
      customers: sameEmail,
      isNumber: false,
    }
  const sameNumber = withNumber.filter((one) => one.phone === number)
  if (sameNumber.length === 0) return null
  return {
    message: t('A customer already has this phone number.'),
    customers: sameNumber,
    isNumber: true,
  }
}

function useCustomers(wanted: string): readonly FoundCustomer[] {
  const q = useDebounced(wanted)
  const { data } = useCall('GET /api/admin/callers', { query: { q } }, { enabled: q !== '' })
  return (q !== '' && data) || []
}
