import { Mail, Phone } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { LinkButton } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

export function OfficePrompt({ job, asCustomer }: { job: Job; asCustomer: boolean }) {
  const { supportPhone } = useBusiness()
  // The technician's page already shows completion at the top.
  if (!asCustomer)
    return <p className="text-soft">{t('The visit is over. From here on the office answers.')}</p>
  const title = job.status === 'completed' ? t('Service Completed') : t('Visit cancelled')
  return (
    <div>
      <p className="font-medium">{title}</p>
      <p className="text-soft">
        {t('Questions? Please contact the office and mention {number}.', { number: job.number })}
      </p>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2 wrap-anywhere sm:grid-cols-2">
        {supportPhone && (
          <LinkButton wide icon={<Phone />} href={paths.phone(supportPhone)}>
            {supportPhone}
          </LinkButton>
        )}
        <LinkButton wide icon={<Mail />} href={paths.contactAbout(job)}>
          {t('Write to the office')}
        </LinkButton>
      </div>
    </div>
  )
}
