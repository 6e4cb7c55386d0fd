import { MailedCode, OutboxHint } from '#client/app/mailed-code.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { User } from '#shared/contract/accounts.ts'
import { t } from '#shared/texts/t.ts'
import { useProfileForm } from './use-profile-form.ts'

interface ProfileFormProps {
  user: User
  onDone: () => void
}

/** Name, e-mail and phone in editing; Save and Cancel lead back. */
export function ProfileForm({ user, onDone }: ProfileFormProps) {
  const { register, error, submit, pending, code, mailAgain } = useProfileForm(user, onDone)
  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('First name')} error={error('firstName')}>
            <TextInput
              autoComplete="given-name"
              maxLength={80}
              autoFocus
              {...register('firstName')}
            />
          </Field>
          <Field label={t('Last name')} error={error('lastName')}>
            <TextInput autoComplete="family-name" maxLength={80} {...register('lastName')} />
          </Field>
        </div>
        <Field
          label={t('E-mail')}
          hint={t('You sign in with it. A new one is confirmed by a code that we mail there.')}
          error={error('email')}
        >
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            {...register('email')}
          />
        </Field>
        {code.for && <EmailCode code={code} address={code.for} onMailAgain={mailAgain} />}
        <Field label={t('Phone')} optional error={error('phone')}>
          <TextInput
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={40}
            {...register('phone')}
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={pending}>
            {code.for ? t('Confirm and save') : t('Save')}
          </Button>
          <Button onClick={onDone}>{t('Cancel')}</Button>
        </div>
      </form>
    </Card>
  )
}

interface EmailCodeProps {
  code: ReturnType<typeof useProfileForm>['code']
  address: string
  onMailAgain: () => unknown
}

function EmailCode({ code, address, onMailAgain }: EmailCodeProps) {
  return (
    <div className="rounded-card border border-amber/35 bg-amber-wash px-4 py-4">
      <MailedCode
        name="emailCode"
        email={address}
        value={code.value}
        onChange={code.change}
        error={code.error}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <Button variant="quiet" size="small" className="-ml-3" onClick={() => void onMailAgain()}>
          {t('Send a new code')}
        </Button>
        <OutboxHint />
      </div>
    </div>
  )
}
