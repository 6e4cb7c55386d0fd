import { CalendarDays, CreditCard, Users } from 'lucide-react'
import { paths } from '#client/app/paths.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { t } from '#shared/texts/t.ts'

export function QuickActions() {
  return (
    <nav aria-label={t('Quick Actions')} className="flex flex-wrap gap-2">
      <LinkButton icon={<CalendarDays />} href={paths.schedule}>
        {t('Schedule')}
      </LinkButton>
      <LinkButton icon={<CreditCard />} href={paths.payments}>
        {t('Payments')}
      </LinkButton>
      <LinkButton icon={<Users />} href={paths.technicians}>
        {t('Technicians')}
      </LinkButton>
    </nav>
  )
}
