import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field, questionStyle } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import { findZip } from '#shared/rules/address.ts'
import { isLocalDate } from '#shared/rules/calendar.ts'
import { closedDayMessage } from '#shared/rules/service-days.ts'
import { isOpenDay, serviceDaysOn } from '#shared/rules/weekly-hours.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { Question } from '../booking-draft.ts'
import { PackageChoice } from '../package-choice.tsx'
import { SavedCarChoice } from '../saved-car-choice.tsx'
import { TypedCarFields } from '../typed-car-fields.tsx'
import { SameVisitBanner } from '#client/app/same-visit-banner.tsx'
import { VisitSlot } from '../slot-picker.tsx'
import { newCarId, typedCarOf, typedCarProblems } from './caller-draft.ts'
import type { CallerBooking, CallerVisitProps } from './use-caller-booking.ts'
import { driverOf, useRoad } from '#client/app/driving-distance.ts'
import { useCall } from '#client/app/queries.ts'
import { technicianOptions } from '#client/app/technician-options.ts'
import { Select } from '#client/ui/select.tsx'
import { assignmentRefusal, existingVisits, skillNeeded } from '#shared/rules/assignment.ts'
import { slotOf } from '#shared/rules/slots.ts'

interface PartProps {
  shell: CallerBooking
  question: Question
  children: ReactNode
}

/** One of several open questions; a correction clears its error. */
export function Part({ shell: { booking }, question, children }: PartProps) {
  return (
    <div
      data-open-question={booking.open === question || undefined}
      onChange={() => booking.forgive(question)}
    >
      <Card>{children}</Card>
    </div>
  )
}

/** Chooses one of the customer's cars or a new one, and its oil. */
export function CallerCar({ shell, visit }: CallerVisitProps) {
  const { booking, own, saved, isNew, setOwn, loading } = shell
  const isAsked = own.customerId !== null || own.customer !== null
  const { key, vehicleId } = visit
  return (
    <>
      <Part shell={shell} question="vehicle">
        {!isAsked && (
          <>
            <p className={questionStyle}>{t('Which car?')}</p>
            <p className="text-sm text-soft">{t('First choose who is calling.')}</p>
          </>
        )}
        {isAsked && loading && <Skeleton lines={2} />}
        {isAsked && !loading && !isNew && (
          <SavedCarChoice
            booking={booking}
            visit={visit}
            cars={saved}
            others={[{ value: newCarId(key), title: t('New car'), mark: <Plus /> }]}
          />
        )}
        {isAsked && !loading && vehicleId === newCarId(key) && (
          <div className={isNew ? '' : 'mt-4'}>
            <TypedCarFields
              booking={booking}
              car={typedCarOf(own, key)}
              set={(part) =>
                setOwn({ cars: { ...own.cars, [key]: { ...typedCarOf(own, key), ...part } } })
              }
              visitKey={key}
            />
          </div>
        )}
      </Part>
      <Part shell={shell} question="package">
        <PackageChoice booking={booking} visit={visit} />
      </Part>
    </>
  )
}

export function CallerTime({
  shell,
  visit,
  noneSuits,
}: CallerVisitProps & { noneSuits?: NoneSuits | undefined }) {
  return (
    <Part shell={shell} question="time">
      <TypedDate shell={shell} visit={visit} />
      <VisitSlot booking={shell.booking} visit={visit} />
      {noneSuits?.(visit)}
      <TechnicianChoice shell={shell} visit={visit} />
    </Part>
  )
}

/** Offered below the times of a visit, for when none suits. */
export type NoneSuits = (visit: CallerVisitProps['visit']) => ReactNode

/** A typed date, for fast typists; shows at once why a date isn't possible. */
function TypedDate({ shell: { booking }, visit: { key, date } }: CallerVisitProps) {
  const business = useBusiness()
  const [typed, setTyped] = useState<string | null>(null)
  // Shown until another day is typed or chosen.
  const [problem, setProblem] = useState({ message: '', of: date })
  const take = (value: string) => {
    setTyped(value)
    setProblem({ message: '', of: date })
    // Partly typed years look like ancient dates.
    if (!isLocalDate(value) || value < '2000') return
    const refused = dateProblem(value, business)
    if (refused) {
      setProblem({ message: refused.message, of: date })
      if (refused.title) toast({ ...refused, title: refused.title, destructive: true })
      return
    }
    setTyped(null)
    booking.change(key, { date: value, time: null })
  }
  return (
    <Field
      label={t('Date')}
      error={problem.of === date ? problem.message : ''}
      className="mb-4 max-w-52"
    >
      <TextInput
        type="date"
        value={typed ?? date ?? ''}
        onChange={(event) => take(event.target.value)}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}

function dateProblem(date: string, business: ReturnType<typeof useBusiness>) {
  const { earliestDate, latestDate } = business
  if (!isOpenDay(date, business)) {
    const { title, message } = closedDayMessage(serviceDaysOn(date, business), date)
    return { title, message, description: message }
  }
  const message =
    !earliestDate || date > latestDate
      ? t('We take bookings up to {date}.', { date: formatDay(latestDate, { year: true }) })
      : date < earliestDate &&
        t('The earliest date we can come is {date}.', {
          date: formatDay(earliestDate, { year: true }),
        })
  return message ? { title: undefined, message } : undefined
}

export function AnotherCar({ shell: { booking, own } }: { shell: CallerBooking }) {
  const last = booking.visits.at(-1)
  const isNamed =
    last?.vehicleId &&
    (last.vehicleId !== newCarId(last.key) ||
      typedCarProblems(typedCarOf(own, last.key)).length === 0)
  if (!isNamed || !last.time || booking.visits.length >= 5) return null
  return (
    <Button variant="quiet" icon={<Plus />} className="-ml-4" onClick={booking.addVisit}>
      {t('Another car at this address')}
    </Button>
  )
}

/** Lets the office pick a technician; unavailable ones show the reason. */
function TechnicianChoice({ shell, visit }: CallerVisitProps) {
  const { booking, own, setOwn } = shell
  const { key, date, time, servicePackage } = visit
  const technicians = useCall('GET /api/admin/technicians', { query: { limit: '200' } })
  const jobs = useCall(
    'GET /api/admin/board',
    { query: { date: date ?? '' } },
    { enabled: date !== null },
  )
  const road = useRoad(date, findZip(booking.body.serviceAddress) ?? '')
  const place = road?.place ?? null
  const others = [
    ...existingVisits(jobs.data ?? []),
    ...booking.visits.flatMap((one) =>
      one.key !== key && one.date && one.time
        ? {
            id: '',
            technicianId: own.technicianIds[one.key] ?? null,
            date: one.date,
            slot: slotOf(one.time),
            place,
            ...(one.servicePackage && { minutes: one.servicePackage.minutes }),
          }
        : [],
    ),
  ]
  const wanted = date &&
    time && {
      id: 'new',
      date,
      slot: slotOf(time),
      skill: servicePackage ? skillNeeded(servicePackage.oilType) : null,
      place,
      ...(servicePackage && { minutes: servicePackage.minutes }),
    }
  return (
    <>
      <div className="mt-5 empty:hidden">
        <SameVisitBanner date={date} time={time} address={booking.body.serviceAddress} />
      </div>
      <Field
        label={t('Technician')}
        error={booking.problem('technicianId')}
        optional
        className="mt-5"
      >
        <Select
          value={own.technicianIds[key] ?? ''}
          onChange={(event) =>
            setOwn({ technicianIds: { ...own.technicianIds, [key]: event.target.value } })
          }
          options={[
            { value: '', label: t('As for any booking') },
            ...technicianOptions(
              (technicians.data ?? []).filter(({ status }) => status === 'active'),
              (one) => (wanted ? assignmentRefusal(driverOf(one), wanted, others, road) : null),
            ),
          ]}
        />
      </Field>
    </>
  )
}
