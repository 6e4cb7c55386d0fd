import { type FormEvent, useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { callQuery, queryClient, useWrite } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { toast } from '#client/ui/toast.ts'
import type { User } from '#shared/contract/accounts.ts'
import { t, translate } from '#shared/texts/t.ts'

const names = [
  'appointmentReminders',
  'serviceUpdates',
  'emailNotifications',
  'smsNotifications',
  'marketingEmails',
] as const
type Name = (typeof names)[number]
type Wishes = Record<Name, boolean>

const wishesOf = (user: User): Wishes => ({
  appointmentReminders: user.appointmentReminders,
  serviceUpdates: user.serviceUpdates,
  emailNotifications: user.emailNotifications,
  // Without a number there is nothing to send to, whatever was wished for earlier.
  smsNotifications: user.smsNotifications && user.phone !== '',
  marketingEmails: user.marketingEmails,
})

/** What a customer wants to hear of, and how. */
export function PreferencesForm() {
  const person = usePerson()
  const [wishes, setWishes] = useState(() => wishesOf(person))
  const save = useWrite('PATCH /api/user/notifications', {
    onSuccess: (user) => {
      queryClient.setQueryData(callQuery('GET /api/auth/user').queryKey, user)
      toast({ title: t('Preferences Updated'), description: t('We keep to it from now on.') })
    },
    onError: (error) =>
      toast({
        title: t('Failed to update notification preferences.'),
        description: translate(error.message),
        destructive: true,
      }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate({ body: wishes })
  }
  const switchFor = (name: Name) => ({
    name,
    checked: wishes[name],
    onChange: (event: { target: { checked: boolean } }) =>
      setWishes({ ...wishes, [name]: event.target.checked }),
  })
  return (
    <form onSubmit={submit} className="space-y-4">
      <Card title={t('Essential')}>
        <Switch
          label={t('Appointment reminders')}
          description={t('The day before a visit.')}
          {...switchFor('appointmentReminders')}
        />
        <Switch
          label={t('Service updates')}
          description={t('When a visit is booked, moved, under way or done.')}
          {...switchFor('serviceUpdates')}
        />
      </Card>
      <Card title={t('Communication methods')}>
        <Switch
          label={t('E-mail')}
          description={person.email}
          {...switchFor('emailNotifications')}
        />
        <Switch
          label={t('Text messages')}
          description={person.phone || t('There is no phone number in your profile yet.')}
          disabled={person.phone === ''}
          {...switchFor('smsNotifications')}
        />
        {person.phone === '' && (
          <TextLink href={paths.profile} className="inline-flex min-h-11 items-center">
            {t('Add a phone number')}
          </TextLink>
        )}
      </Card>
      <Card title={t('Marketing')}>
        <Switch
          label={t('Promotional Emails')}
          description={t('Offers, a few times a year.')}
          {...switchFor('marketingEmails')}
        />
      </Card>
      <p className="text-sm text-soft">
        {t('Codes to sign in and links to your visits always come, whatever you choose here.')}
      </p>
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="max-sm:w-full"
        pending={save.isPending}
      >
        {t('Save Preferences')}
      </Button>
    </form>
  )
}
