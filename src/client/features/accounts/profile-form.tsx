import { Check } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { CallError } from '#client/app/call.ts'
import { DemoMailHint, EmailCodeField } from '#client/app/email-code-field.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { LeaveButton, PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { callQuery, queryClient, useWrite } from '#client/app/queries.ts'
import { LinkButton, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Profile, type User } from '#shared/contract/accounts.ts'
import { paths } from '#shared/rules/paths.ts'
import { offeredLanguages } from '#shared/texts/languages.ts'
import { currentLanguage, t, text } from '#shared/texts/t.ts'

const codeProblems = ['wrong', 'used_up', 'expired']
const reasonOf = ({ details }: CallError) =>
  (details as { reason?: string } | undefined)?.reason ?? ''

/**
 * Edits name, e-mail and phone. A new e-mail address needs a code: the first save mails it, the save with the code applies
 * all changes at once.
 */
export function ProfileForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { firstName, lastName, email } = user
  const phone = useShownPhone(user.phone)
  const [mailedTo, setMailedTo] = useState<string>()
  const hasMailed = (error: CallError, address: string) => {
    if (reasonOf(error) !== 'email_code_needed') return false
    setMailedTo(address.trim().toLowerCase())
    return true
  }
  const mailAgain = useWrite('PATCH /api/auth/user', {
    onError: (error, { body }) => {
      if (!hasMailed(error, body.email)) showFailure(t('Error updating profile'), error)
    },
  })
  return (
    <Card>
      <PageForm
        call="PATCH /api/auth/user"
        input={({ emailCode, ...values }) => ({
          body: values.email === mailedTo ? { ...values, emailCode } : values,
        })}
        schema={withCodeFor(mailedTo)}
        defaultValues={{ firstName, lastName, phone, email: email ?? '' }}
        successToast={{ title: t('Profile updated') }}
        failureToast={t('Error updating profile')}
        onFailure={(error, form) => {
          if (!codeProblems.includes(reasonOf(error)))
            return hasMailed(error, form.getValues('email'))
          form.setError('emailCode', { message: error.message })
          return true
        }}
        onSaved={(saved) => {
          queryClient.setQueryData(callQuery('GET /api/auth/user').queryKey, saved)
          onDone()
        }}
      >
        {({ TextField, ControlField }, values, form) => {
          const asksForCode = values.email?.trim().toLowerCase() === mailedTo
          return (
            <>
              <div className="grid gap-5 sm:grid-cols-2">
                <TextField
                  name="firstName"
                  label={t('First name')}
                  autoComplete="given-name"
                  autoFocus
                />
                <TextField name="lastName" label={t('Last name')} autoComplete="family-name" />
              </div>
              <TextField
                name="email"
                label={t('E-mail')}
                hint={t(
                  'You sign in with it. To change it, you confirm a code that we email to the new address.',
                )}
                type="email"
                autoComplete="email"
              />
              {asksForCode && (
                <div className="rounded-card border border-amber/35 bg-amber-wash px-4 py-4">
                  <ControlField name="emailCode">
                    {({ value, ...field }) => (
                      <EmailCodeField {...field} email={mailedTo ?? ''} value={value ?? ''} />
                    )}
                  </ControlField>
                  <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
                    <QuietButton
                      className="-ml-3"
                      onClick={() => {
                        form.resetField('emailCode')
                        mailAgain.mutate({ body: { ...form.getValues(), emailCode: undefined } })
                      }}
                    >
                      {t('Send a new code')}
                    </QuietButton>
                    <DemoMailHint />
                  </div>
                </div>
              )}
              <TextField name="phone" label={t('Phone')} type="tel" autoComplete="tel" />
              <div className="flex flex-wrap gap-3">
                <SubmitButton>{asksForCode ? t('Confirm and save') : t('Save')}</SubmitButton>
                <LeaveButton onLeave={onDone}>{t('Cancel')}</LeaveButton>
              </div>
            </>
          )
        }}
      </PageForm>
    </Card>
  )
}

/** Sends the code only with the address it was mailed to. */
function withCodeFor(mailedTo: string | undefined) {
  return z
    .extend(Profile, { emailCode: z.optional(z.string()) })
    .check(
      z.refine(
        ({ email, emailCode }) =>
          email !== mailedTo || z.safeParse(Profile.shape.emailCode, emailCode ?? '').success,
        { path: ['emailCode'], error: text('Enter the six digits from the e-mail') },
      ),
    )
}

/** Chooses the language of screens and messages, each listed by its own name. */
export const LanguageCard = () => (
  <Card title={t('Language')}>
    <p className="text-soft">{t('For these pages and everything we send you.')}</p>
    <div className="mt-4 flex flex-wrap gap-3">
      {offeredLanguages.map(({ code, name }) => (
        <LinkButton
          key={code}
          href={paths.chooseLanguage(code, paths.profile)}
          lang={code}
          aria-current={code === currentLanguage() ? 'true' : undefined}
          icon={code === currentLanguage() && <Check />}
        >
          {name}
        </LinkButton>
      ))}
    </div>
  </Card>
)
