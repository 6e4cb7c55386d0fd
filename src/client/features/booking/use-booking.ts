import { useEffect, useRef, useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import { keep, readSessionStore } from '#client/app/session-store.ts'
import { newActionKey, useCall, useWrite } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import { toast } from '#client/ui/toast.ts'
import type { Day } from '#shared/contract/booking.ts'
import { t, translate } from '#shared/texts/t.ts'
import {
  type BookingDraft,
  emptyDraft,
  emptyVisit,
  firstMissing,
  partsKnown,
  resolveVisits,
  type Visit,
  type VisitDraft,
} from './draft.ts'
import { bookedTitle } from './booked-title.ts'
import { rememberedAddresses, rememberedAt } from './remembered.ts'
import { useGroupedDays, useNearbyDays } from './use-nearby-days.ts'
import { freshDay, useOpenDays } from './use-open-days.ts'

/** Everything the booking page knows and can do. `preselected` is a vehicle id from the link. */
export function useBooking(preselected: string | null) {
  const { draft, setDraft, clearDraft } = useKeptDraft(preselected)
  const vehicles = useCall('GET /api/vehicles')
  const packages = useCall('GET /api/service-packages')
  const addons = useCall('GET /api/addon-services')
  const openDays = useOpenDays(draft.visits.map(({ date }) => date))
  const jobs = useCall('GET /api/jobs/customer')
  /** How often the customer tried to submit what is on the page now. */
  const [tries, setTries] = useState(0)
  const actionKey = useRef(newActionKey())

  const { availability, days } = openDays
  const remembered = rememberedAddresses(jobs.data ?? [])
  const serviceAddress = draft.address ?? remembered[0]?.address ?? ''
  const visits = resolveVisits(draft.visits, {
    vehicles: vehicles.data ?? [],
    packages: packages.data ?? [],
    addons: addons.data ?? [],
    days,
    groupedDates: useGroupedDays(serviceAddress, openDays.range),
  })
  const accessNotes =
    draft.accessNotes ?? rememberedAt(remembered, serviceAddress)?.accessNotes ?? ''
  const nearbyDates = useNearbyDays(serviceAddress, openDays.range)
  const missing = firstMissing(visits, serviceAddress)

  // A booking that was changed is another booking: it must not get the answer of the first one.
  useEffect(() => {
    actionKey.current = newActionKey()
  }, [draft])

  const submission = useWrite('POST /api/bookings', {
    onSuccess: (jobs) => {
      clearDraft()
      toast({ title: bookedTitle(jobs) })
    },
    onError: (error) => {
      const fresh = freshDay(error)
      if (fresh) takeFreshDay(fresh)
      // A package or an add-on may have gone off sale.
      if (error.status === 400) for (const read of [packages, addons]) void read.refetch()
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
    set({ editing: lost.key })
    setTries((n) => n + 1)
  }

  const set = (part: Partial<BookingDraft>) => setDraft((before) => ({ ...before, ...part }))

  function change(key: number, part: Partial<VisitDraft>) {
    setDraft((before) => ({
      ...before,
      visits: before.visits.map((one) => (one.key === key ? { ...one, ...part } : one)),
    }))
  }

  function submit() {
    setTries((n) => n + 1)
    if (missing) {
      if (missing.key !== null) set({ editing: missing.key })
      return
    }
    submission.mutate({
      idempotencyKey: actionKey.current,
      body: {
        serviceAddress: oneLine(serviceAddress),
        accessNotes: accessNotes.trim(),
        customerNotes: draft.notes.trim() || 'Auto-matched service',
        visits: visits.flatMap(toVisitBody),
      },
    })
  }

  return {
    vehicles,
    packages,
    addons: addons.data ?? [],
    availability,
    days,
    nearbyDates,
    showLaterDays: openDays.showLaterDays,
    visits,
    editing: visits.find(({ key }) => key === draft.editing) ?? visits[0],
    remembered,
    serviceAddress,
    setAddress: (address: string) => set({ address }),
    accessNotes,
    setAccessNotes: (notes: string) => set({ accessNotes: notes }),
    notes: draft.notes,
    setNotes: (notes: string) => set({ notes }),
    /** What to point at, once the customer has tried to submit. */
    pointAt: tries > 0 ? missing : undefined,
    tries,
    partsKnown: partsKnown(visits, serviceAddress),
    totalCents: visits.reduce((sum, { cents }) => sum + cents, 0),
    booked: submission.data,
    pending: submission.isPending,
    change,
    edit: (editing: number) => set({ editing }),
    addVisit() {
      const key = Math.max(...draft.visits.map((one) => one.key)) + 1
      set({ visits: [...visits.map(pickDraft), emptyVisit(key)], editing: key })
      setTries(0)
    },
    removeVisit: (key: number) => set({ visits: draft.visits.filter((one) => one.key !== key) }),
    submit,
  }
}

/** The draft, kept through a reload for this person and for the link that opened the page. */
function useKeptDraft(preselected: string | null) {
  const name = `booking ${usePerson().id}`
  const [draft, setDraft] = useState(() => {
    const kept = readSessionStore(name) as BookingDraft | null
    return kept && (!preselected || kept.preselected === preselected)
      ? kept
      : emptyDraft(preselected)
  })
  const done = useRef(false)
  useEffect(() => {
    if (!done.current) keep(name, draft)
  }, [name, draft])
  const clearDraft = () => {
    done.current = true
    keep(name, null)
  }
  return { draft, setDraft, clearDraft }
}

const oneLine = (text: string) => text.trim().replace(/\s*\n\s*/g, ', ')

function toVisitBody({ vehicleId, date, time, servicePackage, addons }: Visit) {
  if (!vehicleId || !date || !time) return []
  return [
    {
      vehicleId,
      scheduledDate: date,
      scheduledTime: time,
      addons: addons.map(({ id }) => id),
      ...(servicePackage && { servicePackageId: servicePackage.id }),
    },
  ]
}

function pickDraft({ key, vehicleId, date, time, packageId, addonIds }: Visit): VisitDraft {
  return { key, vehicleId, date, time, packageId, addonIds }
}

/** What the server says where it helps; else the fixed words. */
function sayFailure(error: CallError): string {
  const useful = error.status === 400 || error.status === 409 || error.status === 0
  return useful ? translate(error.message) : t('Please try again or contact support.')
}
