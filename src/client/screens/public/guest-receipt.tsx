import { GuestPage } from '#client/features/jobs/guest-page.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { VisitReceipt } from '../customer/receipt.tsx'

/** The receipt of a visit by its guest's link. */
export default function GuestReceipt() {
  return (
    <GuestPage>
      {({ id }, token) => (
        <VisitReceipt id={id} back={{ href: paths.guestVisit(token), label: t('Your visit') }} />
      )}
    </GuestPage>
  )
}
