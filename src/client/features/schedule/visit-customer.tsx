import type { BoardVisit } from '#shared/contract/dispatch.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { missingDetails } from '#shared/rules/contact-details.ts'
import { t } from '#shared/texts/t.ts'

export function VisitCustomer({
  job: { customer, status },
}: {
  job: Pick<BoardVisit, 'customer' | 'status'>
}) {
  const missing = isActiveJob(status) ? missingDetails(customer) : []
  return (
    <>
      {customer.name}
      {missing.includes('name') && <span className="block text-amber">{t('No name yet')}</span>}
      {missing.includes('phone') && (
        <span className="block text-sm font-normal text-amber">{t('No phone number yet')}</span>
      )}
    </>
  )
}
