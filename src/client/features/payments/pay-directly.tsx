import { HandCoins } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { howToPay } from '#shared/rules/paying.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { PaymentFacts } from './payment-facts.tsx'

/** In place of the card form of a business that takes no cards: how the visit is paid. */
export function PayDirectly({ job }: { job: Job }) {
  return (
    <Banner icon={<HandCoins />} title={t('Card payments are not available here')}>
      {howToPay(job.status, useBusiness())}
    </Banner>
  )
}

/** The same as a page of somebody signed in, with the way back to the visit. */
export function PayDirectlyPage({ job }: { job: Job }) {
  return (
    <div className="space-y-4">
      <PaymentFacts job={job} amount={job.cost.due} />
      <PayDirectly job={job} />
      <LinkButton wide href={paths.order(job.id)}>
        {t('Back to the visit')}
      </LinkButton>
    </div>
  )
}
