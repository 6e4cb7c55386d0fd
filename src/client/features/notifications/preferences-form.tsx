import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { callQuery, queryClient } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import { TextLink } from '#client/ui/button.tsx'
import { Preferences, type User } from '#shared/contract/accounts.ts'
import { paths } from '#shared/rules/paths.ts'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { textConsentWords } from '#shared/rules/text-consent.ts'
import { t } from '#shared/texts/t.ts'
import { DeviceSwitch } from './device-switch.tsx'

export default function PreferencesForm() {
  const person = usePerson()
  const { phone } = person
  const { brandName } = useBusiness()
  const shownPhone = useShownPhone(phone)
  return (
    <PageForm
      call="PATCH /api/user/notifications"
      input={(body) => ({ body })}
      schema={Preferences}
      defaultValues={{
        appointmentReminders: person.appointmentReminders,
        serviceUpdates: person.serviceUpdates,
        emailNotifications: person.emailNotifications,
        // Texts need a phone number.
        smsNotifications: person.smsNotifications && phone !== '',
        marketingEmails: person.marketingEmails,
      }}
      className="space-y-4"
      successToast={{
        title: t('Preferences Updated'),
        description: t('We stick to it from now on.'),
      }}
      failureToast={t('Failed to update notification preferences.')}
      onSaved={(user) => queryClient.setQueryData(callQuery('GET /api/auth/user').queryKey, user)}
    >
      {({ SwitchField }) => (
        <>
          <Card title={t('Essential')}>
            <SwitchField
              name="appointmentReminders"
              label={t('Appointment reminders')}
              description={t('The day before a visit, and an hour before.')}
            />
            <SwitchField
              name="serviceUpdates"
              label={t('Service updates')}
              description={t('When a visit is booked, moved, under way or done.')}
            />
          </Card>
          <Card title={t('Communication methods')}>
            <SwitchField
              name="emailNotifications"
              label={t('E-mail')}
              description={shownEmail(person.email ?? '')}
            />
            <SwitchField
              name="smsNotifications"
              label={t('Text messages')}
              description={describeTexts(person, shownPhone, brandName)}
              disabled={phone === ''}
            />
            <DeviceSwitch />
            {phone === '' && (
              <TextLink href={paths.profile} className="inline-flex min-h-11 items-center">
                {t('Add a phone number')}
              </TextLink>
            )}
          </Card>
          <Card title={t('Marketing')}>
            <SwitchField
              name="marketingEmails"
              label={t('Promotional Emails')}
              description={t(
                'Offers, and a reminder when the next service of a car is due, a few times a year.',
              )}
            />
          </Card>
          <p className="text-sm text-soft">
            {t('We always send sign-in codes and links to your visits, whatever you choose here.')}
          </p>
          <SubmitButton size="large" className="max-sm:w-full">
            {t('Save Preferences')}
          </SubmitButton>
        </>
      )}
    </PageForm>
  )
}

function describeTexts({ phoneNotReached }: User, phone: string, brand: string): string {
  if (!phone) return t('There is no phone number in your profile yet.')
  if (phoneNotReached)
    return t('We cannot send texts to {phone}: we text numbers of some countries only.', { phone })
  return `${phone}. ${textConsentWords(brand)}`
}
