import { CalendarPlus } from 'lucide-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

/** Where the office will book for customers; until its form is here, says where the visits are. */
export default function AdminBooking() {
  return (
    <div className="mx-auto max-w-column pt-10">
      <EmptyState
        page
        icon={<CalendarPlus />}
        title={t('Book for a customer')}
        text={t(
          'Bookings for customers will be made here soon. Until then the schedule shows every visit, and customers book for themselves.',
        )}
        action={
          <LinkButton variant="primary" href={paths.schedule}>
            {t('Open the schedule')}
          </LinkButton>
        }
      />
    </div>
  )
}
