import { Check } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { CallError } from '#client/app/call.ts'
import { DemoMailHint, EmailCodeField } from '#client/app/email-code-field.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { LeaveButton, PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { callQuery, queryClient, useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { LinkButton, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Profile, type User } from '#shared/contract/accounts.ts'
import { storedEmail } from '#shared/rules/mailboxes.ts'
import { textConsentWords } from '#shared/rules/text-consent.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { paths } from '#shared/rules/paths.ts'
import { offeredLanguages } from '#shared/texts/languages.ts'
import { currentLanguage, t, text } from '#shared/texts/t.ts'

const codeProblems = ['wrong', 'used_up', 'expired']
const detailsOf = ({ details }: CallError) =>
  (details ?? {}) as { reason?: string; mailedTo?: 'present' | 'new' }

/**
 * Edits name, e-mail and phone. A new e-mail address needs codes: the first save mails one to the present address, unless its
 * owner has just signed in, the next one to the new address, and the save with that applies all changes at once.
 */
export function ProfileForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { firstName, lastName, email } = user
  const phone = useShownPhone(user.phone)
  const { brandName } = useBusiness()
  const [codeSent, setCodeSent] = useState<{ newEmail: string; mailedTo: 'present' | 'new' }>()
  const newEmail = codeSent?.newEmail
  const hasMailed = (error: CallError, address: string) => {
    const { reason, mailedTo } = detailsOf(error)
    if (reason !== 'email_code_needed' || !mailedTo) return false
    setCodeSent({ newEmail: storedEmail(address), mailedTo })
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
          body: values.email === newEmail ? { ...values, emailCode } : values,
        })}
        schema={withCodeFor(newEmail)}
        defaultValues={{
          firstName,
          lastName,
          phone,
          email: shownEmail(email ?? ''),
          agreesToTexts: false,
        }}
        successToast={{ title: t('Profile updated') }}
        failureToast={t('Error updating profile')}
        onFailure={(error, form) => {
          if (!codeProblems.includes(detailsOf(error).reason ?? '')) {
            form.resetField('emailCode')
            return hasMailed(error, form.getValues('email'))
          }
          form.setError('emailCode', { message: error.message })
          return true
        }}
        onSaved={(saved) => {
          queryClient.setQueryData(callQuery('GET /api/auth/user').queryKey, saved)
          onDone()
        }}
      >
        {({ TextField, ControlField, SwitchField }, values, form) => {
          const asksAboutTexts =
            user.role === 'customer' && values.phone?.trim() && values.phone !== phone
          const asksForCode = storedEmail(values.email ?? '') === newEmail
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
                  'You sign in with it. To change it, you confirm codes that we email to your present and your new address.',
                )}
                type="email"
                autoComplete="email"
              />
              {asksForCode && (
                <div className="rounded-card border border-amber/35 bg-amber-wash px-4 py-4">
                  <ControlField name="emailCode">
                    {({ value, ...field }) => (
                      <EmailCodeField
                        {...field}
                        key={codeSent?.mailedTo}
                        email={(codeSent?.mailedTo === 'new' ? newEmail : email) ?? ''}
                        value={value ?? ''}
                      />
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
              {asksAboutTexts && (
                <SwitchField
                  name="agreesToTexts"
                  label={t('Text messages to this number')}
                  description={textConsentWords(brandName)}
                />
              )}
              <div className="flex flex-wrap gap-3">
                <SubmitButton>
                  {!asksForCode
                    ? t('Save')
                    : codeSent?.mailedTo === 'new'
                      ? t('Confirm and save')
                      : t('Continue')}
                </SubmitButton>
                <LeaveButton onLeave={onDone}>{t('Cancel')}</LeaveButton>
              </div>
            </>
          )
        }}
      </PageForm>
    </Card>
  )
}

/** Asks for the code only with the new address it was mailed for. */
function withCodeFor(newEmail: string | undefined) {
  return z
    .extend(Profile, { emailCode: z.optional(z.string()) })
    .check(
      z.refine(
        ({ email, emailCode }) =>
          email !== newEmail || z.safeParse(Profile.shape.emailCode, emailCode ?? '').success,
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
