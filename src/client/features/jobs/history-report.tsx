import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { personName } from '#client/app/person-name.ts'
import { callQuery, queryClient, useCall } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { Brand } from '#client/brand/brand.tsx'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import {
  describeAdjustments,
  describeBalance,
  describeIncludedTax,
} from '#shared/rules/cost-words.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatAmount, formatDay, formatSlot } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { useOwnJobs } from './use-own-jobs.ts'

export function HistoryReport({ jobs }: { jobs: readonly Job[] }) {
  const business = useBusiness()
  const { supportPhone, supportEmail, today } = business
  const person = usePerson()
  const summary = summarizeHistory(jobs)
  // Loaded before printing; the browser's own print command may come without it.
  const vehicles = useCall('GET /api/vehicles', undefined, { enabled: false })
  return (
    <article className="print-page hidden print:block">
      <header className="flex items-start justify-between gap-6">
        <div>
          <p className="flex items-center gap-2 text-lg font-semibold">
            <Brand business={business} />
          </p>
          <p className="text-sm text-soft">
            {[supportPhone, supportEmail].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="text-right">
          <h1 className="text-lg font-semibold">{t('Service History Report')}</h1>
          <p className="text-sm text-soft">
            {personName(person)} · {formatDay(today, { year: true })}
          </p>
        </div>
      </header>
      <dl className="mt-5 grid grid-cols-4 gap-4 border-y border-line py-3">
        <Figure label={t('Total services')} value={summary.services} />
        <Figure label={t('Completed services')} value={summary.completed} />
        <Figure label={t('Total amount spent')} value={<Money cents={summary.spentCents} />} />
        <Figure label={t('Vehicles')} value={vehicles.data?.length ?? summary.vehicles} />
      </dl>
      <h2 className="mt-5 text-lg">{t('Premium Oil Change')}</h2>
      <table className="mt-1 w-full border-collapse text-left text-sm">
        <thead>
          <tr className="border-b border-line text-soft">
            {[t('Service'), t('When'), t('Car'), t('Status')].map((header) => (
              <th key={header} className="py-1.5 pr-3 font-medium">
                {header}
              </th>
            ))}
            <th className="py-1.5 text-right font-medium">{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <Row key={job.id} job={job} />
          ))}
        </tbody>
      </table>
    </article>
  )
}

function Row({ job }: { job: Job }) {
  const isDone = job.status === 'completed'
  const open = describeBalance(job.cost).map(
    ({ label, amount }) => `${label}: ${formatAmount(amount)}`,
  )
  const notes = isDone
    ? [
        ...describeAdjustments(job.cost, formatAmount),
        ...describeIncludedTax(job.cost, formatAmount),
        ...open,
      ]
    : [t('not counted')]
  return (
    <tr className="border-b border-line align-top">
      <td className="py-2 pr-3">
        <span className="font-medium">{job.servicePackageName}</span>
        <span className="block text-soft">{job.number}</span>
      </td>
      <td className="py-2 pr-3">
        {formatDay(job.scheduledDate, { year: true })}
        <span className="block text-soft">{formatSlot(job.scheduledTime)}</span>
      </td>
      <td className="py-2 pr-3">
        {vehicleName(job.vehicle)}
        <span className="block text-soft">{job.vehicle.licensePlate}</span>
      </td>
      <td className="py-2 pr-3">{translate(statusLabel(job.status))}</td>
      <td className="py-2 text-right">
        <Money amount={isDone ? job.cost.paid : job.finalAmount} />
        {notes.map((note) => (
          <span key={note} className="block text-soft">
            {note}
          </span>
        ))}
      </td>
    </tr>
  )
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="text-lg font-semibold">{value}</dd>
    </div>
  )
}

type Counted = Pick<Job, 'status' | 'vehicleId'> & { cost: Pick<Job['cost'], 'paid'> }

/** Summary figures; spent is the cents paid for completed visits minus refunds. */
export function summarizeHistory(jobs: readonly Counted[]) {
  const completed = jobs.filter(({ status }) => status === 'completed')
  return {
    // Cancelled visits are not services.
    services: jobs.filter(({ status }) => status !== 'cancelled').length,
    completed: completed.length,
    spentCents: completed.reduce((sum, job) => sum + (centsFromDecimal(job.cost.paid) ?? 0), 0),
    vehicles: new Set(jobs.map(({ vehicleId }) => vehicleId)).size,
  }
}

/** Prints the report of all visits, rendering it only for printing. */
export function PrintHistoryButton({ jobs }: { jobs: ReturnType<typeof useOwnJobs> }) {
  const [pending, setPending] = useState(false)
  const [printing, setPrinting] = useState(false)

  // The browser's print command prints the visits loaded so far.
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])

  const start = async () => {
    setPending(true)
    const [complete] = await Promise.all([
      jobs.loadAll(),
      queryClient.ensureQueryData(callQuery('GET /api/vehicles')).catch(() => undefined),
    ])
    setPending(false)
    if (!complete)
      return toast({
        title: t('The report is not complete'),
        description: t('We could not load all visits. Please try again.'),
        destructive: true,
      })
    // Deferred until the loaded visits are rendered.
    setTimeout(() => print())
  }

  return (
    <>
      <Button
        pending={pending}
        disabledReason={jobs.items?.length === 0 && t('There is nothing to print yet.')}
        onClick={() => void start()}
      >
        {t('Print History Report')}
      </Button>
      {printing && jobs.items && createPortal(<HistoryReport jobs={jobs.items} />, document.body)}
    </>
  )
}
