import { VisitTime } from '#client/app/visit-time.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { customerJobId } from '#shared/rules/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { adjustmentLabel, isEnd } from '#shared/rules/cost-words.ts'
import { t } from '#shared/texts/t.ts'

/** What is paid for, above a card form. */
export function PaymentFacts({ job, amount }: { job: Job; amount: string }) {
  const isPaid = job.cost.paid !== '0.00'
  return (
    <Card title={t('Service details')}>
      <Facts
        items={[
          {
            label: t('Service'),
            value: (
              <>
                {job.servicePackageName}
                {job.cost.salesTax && (
                  <Money amount={job.totalAmount} className="ml-2 font-semibold" />
                )}
              </>
            ),
          },
          { label: t('Car'), value: vehicleName(job.vehicle) },
          {
            label: t('When'),
            value: <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />,
          },
          { label: t('Where'), value: job.serviceAddress },
          { label: t('Job'), value: `${job.number} · ${customerJobId(job.id)}` },
          ...job.addons.map((addon) => ({
            label: addon.name,
            value: <Money amount={addon.price} />,
          })),
          ...job.cost.adjustments
            .filter(({ kind }) => !isEnd(kind))
            .map((adjustment) => ({
              label: adjustmentLabel(adjustment),
              value: <Money amount={adjustment.amount} />,
            })),
          { label: t('Paid'), value: isPaid ? <Money amount={job.cost.paid} /> : null },
          { label: t('Tip'), value: job.cost.tip && <Money amount={job.cost.tip} /> },
        ]}
      />
      <p className="mt-4 flex items-baseline justify-between border-t border-line pt-3">
        <span className="font-semibold">{t('Amount')}</span>
        <Money amount={amount} className="text-2xl font-semibold" />
      </p>
    </Card>
  )
}
