import { HandCoins } from 'lucide-react'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { howToPay, otherWaysToPay } from '#shared/rules/paying.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { PaymentFacts } from './payment-facts.tsx'

/** Replaces the card form if the business takes no cards: explains how to pay. */
export function PayDirectly({ job }: { job: Job }) {
  return (
    <Banner icon={<HandCoins />} title={t('Card payments are not available here')}>
      {howToPay(job.status, useBusiness())}
    </Banner>
  )
}

/** Ways to pay other than by card, if the business named any. */
export function OtherWays({ job }: { job: Job }) {
  const ways = otherWaysToPay(job.status, useBusiness())
  return ways && <p className="text-soft">{ways}</p>
}

/** The page for signed-in customers, with a link back to the visit. */
export function PayDirectlyPage({ job }: { job: Job }) {
  const { role } = usePerson()
  const { supportPhone } = useBusiness()
  return (
    <div className="space-y-4">
      <PaymentFacts job={job} amount={job.cost.due} />
      <PayDirectly job={job} />
      <div className="grid gap-3 sm:grid-cols-2">
        <LinkButton
          wide
          href={role === 'customer' ? paths.order(job.id) : officePaths.officeVisit(job.id)}
        >
          {t('Back to the visit')}
        </LinkButton>
        <LinkButton wide href={supportPhone ? paths.phone(supportPhone) : paths.contact}>
          {supportPhone ? t('Call us') : t('Contact us')}
        </LinkButton>
      </div>
    </div>
  )
}
