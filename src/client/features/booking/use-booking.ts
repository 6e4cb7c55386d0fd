import { useEffect, useRef, useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import { newActionKey, useCall, useWrite } from '#client/app/queries.ts'
import { toast } from '#client/ui/toast.ts'
import type { Day } from '#shared/contract/booking.ts'
import { t, translate } from '#shared/texts/t.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { emptyVisit, firstMissing, partsKnown, resolveVisit, type VisitDraft } from './draft.ts'
import { freshDay, useOpenDays } from './use-open-days.ts'

/** Everything the booking page knows and can do. `preselected` is a vehicle id from the link. */
export function useBooking(preselected: string | null) {
  const vehicles = useCall('GET /api/vehicles')
  const packages = useCall('GET /api/service-packages')
  const openDays = useOpenDays()
  const jobs = useCall('GET /api/jobs/customer')
  const [drafts, setDrafts] = useState<VisitDraft[]>([emptyVisit(0, preselected)])
  const [editing, setEditing] = useState(0)
  const [address, setAddress] = useState<string | null>(null)
  const [notes, setNotes] = useState('')
  /** How often the customer tried to submit what is on the page now. */
  const [tries, setTries] = useState(0)
  const actionKey = useRef(newActionKey())

  const { availability, days, showLaterDays } = openDays
  const firstOpen = days.find((day) => day.open)?.date ?? null
  const onlyVehicle = vehicles.data?.length === 1 ? (vehicles.data[0]?.id ?? null) : null
  const visits = drafts.map((draft) =>
    resolveVisit(
      {
        ...draft,
        vehicleId: draft.vehicleId ?? (drafts.length === 1 ? onlyVehicle : null),
        date: draft.date ?? firstOpen,
      },
      vehicles.data ?? [],
      packages.data ?? [],
    ),
  )
  const serviceAddress = address ?? jobs.data?.[0]?.serviceAddress ?? ''
  const missing = firstMissing(visits, serviceAddress)

  // A booking that was changed is another booking: it must not get the answer of the first one.
  useEffect(() => {
    actionKey.current = newActionKey()
  }, [drafts, address, notes])

  const submission = useWrite('POST /api/bookings', {
    refreshes: ['GET /api/jobs/customer', 'GET /api/availability', 'GET /api/vehicles'],
    onSuccess: () => toast({ title: t('Booking Created!') }),
    onError: (error) => {
      const fresh = freshDay(error)
      if (fresh) takeFreshDay(fresh)
      toast({
        title: t('Booking Failed'),
        description: fresh ? translate(error.message) : sayFailure(error),
        destructive: true,
      })
    },
  })

  /** Shows what a lost slot's day has now; the visit that wanted it must choose again. */
  function takeFreshDay(day: Day) {
    openDays.takeFreshDay(day)
    const open = day.slots.filter((slot) => slot.status === 'open').map((slot) => slot.timeSlot)
    const lost = visits.find((v) => v.date === day.date && v.time && !open.includes(v.time))
    if (!lost) return
    change(lost.key, { time: null })
    setEditing(lost.key)
    setTries((n) => n + 1)
  }

  function change(key: number, part: Partial<VisitDraft>) {
    setDrafts((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  }

  function submit() {
    setTries((n) => n + 1)
    if (missing) {
      if (missing.key !== null) setEditing(missing.key)
      return
    }
    submission.mutate({
      idempotencyKey: actionKey.current,
      body: {
        serviceAddress: oneLine(serviceAddress),
        customerNotes: notes.trim() || 'Auto-matched service',
        visits: visits.flatMap(({ vehicleId, date, time, servicePackage }) =>
          vehicleId && date && time
            ? [
                {
                  vehicleId,
                  scheduledDate: date,
                  scheduledTime: time,
                  ...(servicePackage && { servicePackageId: servicePackage.id }),
                },
              ]
            : [],
        ),
      },
    })
  }

  return {
    vehicles,
    packages,
    availability,
    days,
    showLaterDays,
    visits,
    editing: visits.find(({ key }) => key === editing) ?? visits[0],
    serviceAddress,
    setAddress,
    notes,
    setNotes,
    /** What to point at, once the customer has tried to submit. */
    pointAt: tries > 0 ? missing : undefined,
    tries,
    partsKnown: partsKnown(visits, serviceAddress),
    totalCents: visits.reduce(
      (sum, v) => sum + centsFromDollars(v.servicePackage?.basePrice ?? 0),
      0,
    ),
    booked: submission.data,
    pending: submission.isPending,
    change,
    edit: setEditing,
    addVisit() {
      const key = Math.max(...drafts.map((draft) => draft.key)) + 1
      setDrafts([...visits.map(pickDraft), emptyVisit(key)])
      setEditing(key)
      setTries(0)
    },
    removeVisit(key: number) {
      setDrafts((all) => all.filter((one) => one.key !== key))
    },
    submit,
  }
}

const oneLine = (text: string) => text.trim().replace(/\s*\n\s*/g, ', ')

function pickDraft({ key, vehicleId, date, time, packageId }: VisitDraft): VisitDraft {
  return { key, vehicleId, date, time, packageId }
}

/** What the server says where it helps; else the fixed words. */
function sayFailure(error: CallError): string {
  const useful = error.status === 400 || error.status === 409 || error.status === 0
  return useful ? translate(error.message) : t('Please try again or contact support.')
}
