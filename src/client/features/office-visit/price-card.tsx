import { useBusiness } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import {
  adjustmentLabel,
  changesOf,
  describeBalance,
  describeSalesTax,
  describeTip,
  paidLabel,
} from '#shared/rules/cost-words.ts'
import { paidWithTip } from '#shared/rules/tips.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export function PriceCard({ job }: { job: Job }) {
  const { timeZone } = useBusiness()
  const { cost } = job
  const paid = paidWithTip(cost)
  return (
    <Card title={t('Price')} aria-label={t('Price')}>
      <dl className="space-y-2">
        <Line label={job.servicePackageName} amount={job.totalAmount} />
        {job.addons.map(({ id, name, price }) => (
          <Line key={id} label={name} amount={price} />
        ))}
        {job.extrasAmount !== '0.00' && <Line label={t('Extras')} amount={job.extrasAmount} />}
        {changesOf(cost).map((one, at) => (
          <Line
            key={at}
            label={adjustmentLabel(one)}
            detail={one.at && formatInstant(one.at, timeZone)}
            amount={one.amount}
          />
        ))}
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2">
          <dt className="font-semibold">{t('Total')}</dt>
          <dd>
            <Money amount={cost.amount} className="text-2xl font-semibold" />
          </dd>
        </div>
        {[...describeSalesTax(cost), ...describeTip(cost)].map(({ label, amount }) => (
          <Line key={label} label={label} amount={amount} />
        ))}
        {paid !== '0.00' && <Line label={paidLabel(cost)} amount={paid} />}
        {describeBalance(cost).map(({ label, amount }) => (
          <Line key={label} label={label} amount={amount} />
        ))}
      </dl>
    </Card>
  )
}

function Line(props: { label: string; detail?: string | null; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-5">
      <dt className="min-w-0 text-soft wrap-anywhere">
        {props.label}
        {props.detail && <span className="block text-sm">{props.detail}</span>}
      </dt>
      <dd className="flex-none font-medium">
        <Money amount={props.amount} />
      </dd>
    </div>
  )
}
