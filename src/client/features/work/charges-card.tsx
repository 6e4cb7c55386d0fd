import type { ReactNode } from 'react'
import { useCall } from '#client/app/queries.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job, JobExtra } from '#shared/contract/jobs.ts'
import { approvalColors } from '#shared/rules/status-colors.ts'
import { type ExtraApproval, isCharged } from '#shared/rules/extras.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import { AddonForm } from './addon-form.tsx'
import { ExtraForm } from './extra-form.tsx'
import { extrasWithWaiting } from '#client/app/work/waiting-changes.ts'
import { useWaiting } from '#client/app/work/work-outbox.ts'

/** Everything charged on top of the package, and the forms to charge more. */
export function ChargesCard({ job, locked }: { job: Job; locked: boolean }) {
  const extras = useCall('GET /api/jobs/{id}/extras', { params: { id: job.id } })
  const { entries } = useWaiting()
  const shown = extrasWithWaiting(job.id, extras.data ?? [], entries)
  return (
    <Card title={t('Extras & Additional Charges')}>
      {extras.isPending && <Skeleton lines={2} />}
      {extras.isError && !extras.data && (
        <Banner
          tone="error"
          title={t('The extras could not be loaded')}
          action={
            <Button onClick={() => void extras.refetch()} pending={extras.isFetching}>
              {t('Try again')}
            </Button>
          }
        >
          {translate(extras.error.message)}
        </Banner>
      )}
      {(extras.data || shown.length > 0) && <Charges job={job} extras={shown} />}
      {locked ? (
        <p className="mt-4 text-soft">{t('Charges can no longer be added.')}</p>
      ) : (
        <div className="mt-5 space-y-6 border-t border-line pt-5">
          <ExtraForm jobId={job.id} />
          <AddonForm job={job} />
        </div>
      )}
    </Card>
  )
}

const approvalWords: Partial<Record<ExtraApproval, string>> = {
  waiting: text('Waiting for the customer'),
  approved: text('Approved'),
  declined: text('Declined'),
}

function Charges({ job, extras }: { job: Job; extras: readonly JobExtra[] }) {
  if (job.addons.length + extras.length === 0)
    return <p className="text-soft">{t('No extra charges.')}</p>
  return (
    <ul className="divide-y divide-line">
      {job.addons.map(({ id, name, price }) => (
        <Charge key={id} name={name} note={t('Add-on')}>
          <Money amount={price} className="font-medium" />
        </Charge>
      ))}
      {extras.map((extra) => {
        const price = formatCents(centsFromDollars(extra.unitPrice))
        const words = approvalWords[extra.approval]
        return (
          <Charge
            key={extra.id}
            name={extra.description}
            note={t('{quantity} × {price}', { quantity: extra.quantity, price })}
          >
            <Money
              cents={centsFromDollars(extra.totalPrice)}
              className={isCharged(extra) ? 'font-medium' : 'text-soft line-through'}
            />
            {words && <Badge color={approvalColors[extra.approval]}>{translate(words)}</Badge>}
          </Charge>
        )
      })}
    </ul>
  )
}

function Charge({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <li className="flex items-baseline justify-between gap-4 py-2.5">
      <span className="min-w-0">
        {name}
        <span className="block text-sm text-soft">{note}</span>
      </span>
      <span className="flex flex-none flex-col items-end gap-1">{children}</span>
    </li>
  )
}
