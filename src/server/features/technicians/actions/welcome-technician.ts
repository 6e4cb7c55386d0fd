import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { currentSettings } from '#server/features/settings/queries.ts'
import { t } from '#shared/texts/t.ts'

/** Tells a technician, in the current transaction, that they may work now. */
export async function welcomeTechnician(userId: string): Promise<void> {
  const brand = currentSettings().brandName
  await notifyPerson({
    userId,
    type: 'account_approved',
    title: t('You are approved'),
    message: t('Welcome to {brand}! Your jobs will appear here.', { brand }),
  })
}
