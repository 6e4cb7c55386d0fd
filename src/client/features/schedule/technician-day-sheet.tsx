import type { ReactNode } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { ShownPhone } from '#client/app/phone-number.tsx'
import {
  type Leg,
  legBetween,
  legToFirst,
  legWords,
  riskWords,
  useRoad,
} from '#client/app/driving-distance.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { oilOf } from '#shared/rules/day-sheet.ts'
import type { KnownRoad } from '#shared/rules/day-road.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatAmount, formatDay, formatNumber, formatSlot } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

interface DaySheetProps {
  date: string
  /** Technician. */
  name: string
  jobs: readonly Job[]
}

export function DaySheet({ date, name, jobs }: DaySheetProps) {
  const { brandName } = useBusiness()
  const road = useRoad(date)
  return (
    <article
      aria-label={t('Day sheet of {name}', { name })}
      className="print-page rounded-card border border-line bg-card p-5 shadow-lift sm:p-8 print:not-last:break-after-page"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 border-b-2 border-ink pb-2">
        <h2 className="text-lg">{name}</h2>
        <p className="font-medium">{formatDay(date, { long: true, year: true })}</p>
        <p className="text-sm text-soft">
          {brandName} · {plural(jobs.length, { one: '{count} visit', other: '{count} visits' })}
        </p>
      </header>
      {jobs.length === 0 ? (
        <p className="py-6 text-soft">{t('No visits on this day.')}</p>
      ) : (
        <>
          <Way
            leg={jobs[0] && legToFirst(jobs[0].technicianId, jobs[0], road)}
            words={(way) => t('{way} to the first visit', { way })}
          />
          <ol>
            {jobs.map((job, at) => (
              <SheetVisit key={job.id} job={job} next={jobs[at + 1]} road={road} />
            ))}
          </ol>
          <TakeAlong jobs={jobs} />
        </>
      )}
    </article>
  )
}

type VisitProps = { job: Job; next: Job | undefined; road: KnownRoad | undefined }

function SheetVisit({ job, next, road }: VisitProps) {
  const { customer, vehicle } = job
  return (
    <li className="border-b border-line py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">
          {formatSlot(job.scheduledTime)} · {customer.name || job.number}
        </h3>
        <p className="text-sm">
          {customer.phone && (
            <span className="font-medium">
              <ShownPhone number={customer.phone} /> ·{' '}
            </span>
          )}
          {job.number}
        </p>
      </div>
      <div className="mt-1 grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_13rem] print:grid-cols-[minmax(0,1fr)_13rem]">
        <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
          <Fact label={t('Address')}>{job.serviceAddress}</Fact>
          {job.accessNotes && <Fact label={t('Getting there')}>{job.accessNotes}</Fact>}
          <Fact label={t('Car')}>
            {vehicle.unitNumber && `${vehicle.unitNumber} · `}
            {vehicleName(vehicle)}
            {vehicle.licensePlate && (
              <span className="ml-2 font-mono font-medium whitespace-nowrap">
                {vehicle.licensePlate}
              </span>
            )}
            {vehicle.engine && <span className="text-soft"> · {vehicle.engine}</span>}
          </Fact>
          <Fact label={t('Oil')}>
            {translate(oilTypeLabel(job.oilType))}
            {', '}
            {vehicle.oilCapacity
              ? t('{quarts} qt', { quarts: formatNumber(vehicle.oilCapacity) })
              : t('quarts not known')}
          </Fact>
          <Fact label={t('Service')}>
            {[job.servicePackageName, ...job.addons.map((addon) => addon.name)].join(', ')}
          </Fact>
          <Fact label={t('Amount')}>
            <span className="font-medium">{formatAmount(job.finalAmount)}</span> ·{' '}
            {describePaying(job)}
          </Fact>
          {job.customerNotes && <Fact label={t('Notes')}>{job.customerNotes}</Fact>}
        </dl>
        <div className="grid grid-cols-2 gap-2 text-xs text-soft sm:grid-cols-1 print:grid-cols-1">
          <EmptyBox>{t('Odometer')}</EmptyBox>
          <EmptyBox>{t('Signature')}</EmptyBox>
        </div>
      </div>
      <Way
        leg={next && legBetween(job, next, road)}
        words={(way) => t('{way} to the next visit', { way })}
      />
    </li>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </>
  )
}

/** To fill in by hand. */
const EmptyBox = ({ children }: { children: ReactNode }) => (
  <span className="block min-h-12 rounded-chip border border-edge px-1.5 py-0.5">{children}</span>
)

type WayProps = { leg: Leg | null | undefined; words: (way: string) => string }

const Way = ({ leg, words }: WayProps) =>
  leg && (
    <p className="mt-1.5 text-sm text-soft">
      ↓ {words(legWords(leg))}
      <span className="font-medium text-ink"> {riskWords(leg)}</span>
    </p>
  )

/** Payment, as far as known before the visit. */
function describePaying({ paidAmount, heldAmount, paymentState, finalAmount }: Job): string {
  if (finalAmount === '0.00') return t('nothing to pay')
  if (paidAmount !== '0.00') return t('{amount} paid', { amount: formatAmount(paidAmount) })
  if (heldAmount) return t('{amount} reserved on a card', { amount: formatAmount(heldAmount) })
  if (paymentState === 'on_invoice') return t('on invoice, nothing to collect')
  if (paymentState === 'card_saved') return t('card saved')
  return t('no card yet, billed after the visit')
}

function TakeAlong({ jobs }: { jobs: readonly Job[] }) {
  return (
    <section className="break-inside-avoid pt-3">
      <h3 className="font-semibold">{t('Take along')}</h3>
      <ul className="mt-1 text-sm">
        {oilOf(jobs).map(({ oilType, quarts, visits, unknown }) => (
          <li key={oilType}>
            {translate(oilTypeLabel(oilType))}:{' '}
            <span className="font-medium">
              {t('{quarts} qt', { quarts: formatNumber(quarts) })}
            </span>
            {', '}
            {plural(visits, { one: '{count} oil filter', other: '{count} oil filters' })}
            {unknown > 0 && (
              <span className="text-soft">
                {' · '}
                {plural(unknown, {
                  one: 'and the oil of {count} car whose quarts are not known',
                  other: 'and the oil of {count} cars whose quarts are not known',
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
