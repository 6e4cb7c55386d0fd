import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { callQuery, queryClient } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { Card } from '#client/ui/card.tsx'
import { Profile } from '#shared/contract/accounts.ts'
import { t } from '#shared/texts/t.ts'

export default function NameForm({ email }: { email: string }) {
  const { firstName, lastName, phone } = usePerson()
  const shownPhone = useShownPhone(phone)
  return (
    <Card title={t('What is your name?')}>
      <p className="mb-4 text-soft">
        {t('Customers see who is coming, and the office sees which visits are waiting.')}
      </p>
      <PageForm
        call="PATCH /api/auth/user"
        input={(values) => ({ body: values })}
        schema={Profile}
        defaultValues={{ firstName, lastName, phone: shownPhone, email }}
        successToast={{ title: t('Profile updated') }}
        failureToast={t('Error updating profile')}
        onSaved={(saved) =>
          queryClient.setQueryData(callQuery('GET /api/auth/user').queryKey, saved)
        }
      >
        {({ TextField }) => (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField name="firstName" label={t('First name')} autoComplete="given-name" />
              <TextField name="lastName" label={t('Last name')} autoComplete="family-name" />
            </div>
            <TextField name="phone" label={t('Phone')} type="tel" autoComplete="tel" />
            <SubmitButton>{t('Save')}</SubmitButton>
          </>
        )}
      </PageForm>
    </Card>
  )
}
