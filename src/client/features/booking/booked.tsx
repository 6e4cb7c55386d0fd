import { Check } from 'lucide-react'
import { paths } from '#client/app/paths.ts'
import { Card } from '#client/ui/card.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { formatAmount, formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** What was booked, and the one thing left to do: reserve the amount on a card. */
export function Booked({ jobs }: { jobs: readonly Job[] }) {
  return (
    <div className="mx-auto max-w-column">
      <div className="flex flex-col items-center pt-4 text-center">
        <span className="flex size-14 items-center justify-center rounded-full bg-oil text-[#14181f]">
          <Check className="size-7!" />
        </span>
        <h1 className="mt-4 text-2xl" tabIndex={-1} ref={(heading) => heading?.focus()}>
          {t("You're Booked!")}
        </h1>
        <p className="mt-1 text-soft">{jobs[0]?.serviceAddress}</p>
      </div>
      <div className="mt-6 space-y-4">
        {jobs.map((job) => (
          <Card key={job.id}>
            <p className="text-lg font-semibold">
              {formatVisit(job.scheduledDate, job.scheduledTime)}
            </p>
            <p>
              {`${job.vehicle.year} ${job.vehicle.make} ${job.vehicle.model}`} ·{' '}
              {job.servicePackageName}
            </p>
            <p className="text-sm text-soft">
              {job.number} · <Money amount={job.finalAmount} />
            </p>
            <div className="mt-4">
              <LinkButton variant="primary" wide href={paths.preAuthorize(job.id)}>
                {t('Hold {amount} on a card', { amount: formatAmount(job.finalAmount) })}
              </LinkButton>
            </div>
          </Card>
        ))}
      </div>
      <p className="mt-4 text-center text-sm text-soft">
        {t('Nothing is charged before the service is done.')}
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <LinkButton href={paths.home}>{t('Home')}</LinkButton>
        <LinkButton href={paths.orders}>{t('View orders')}</LinkButton>
      </div>
    </div>
  )
}
