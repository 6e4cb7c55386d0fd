import { CalendarDays, CreditCard, Users } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { t } from '#shared/texts/t.ts'

export function QuickActions() {
  return (
    <nav
      aria-label={t('Quick Actions')}
      className="flex gap-2 max-sm:flex-1 max-sm:flex-wrap max-sm:*:flex-auto max-sm:*:px-2 max-sm:*:text-sm max-sm:[&_svg]:hidden"
    >
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
