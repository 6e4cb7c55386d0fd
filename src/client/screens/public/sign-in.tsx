import { Mail } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { saveReturnPage, pageAsked } from '#client/app/routing.ts'
import { useWrite } from '#client/app/queries.ts'
import { setSignedInUser, useBusiness } from '#client/app/session.ts'
import { useStoredState } from '#client/app/use-stored-state.ts'
import { EmailCodeField, DemoMailHint } from '#client/app/email-code-field.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button, LinkButton, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { isAt } from '#shared/rules/screens.ts'
import { signInErrors } from '#shared/rules/sign-in-errors.ts'
import { t, translate } from '#shared/texts/t.ts'
import { PageTitle } from '#client/ui/page-title.tsx'

const codeMs = 600_000

/** Survives a reload: the address and the code's expiry, never the code. */
type SentCode = { email: string; until: number }

/**
 * E-mail, then the code sent to it; the account is created on first use. Also stands in for pages that require
 * signing in.
 */
export default function SignIn() {
  const { brandName, oidc } = useBusiness()
  const [path] = useLocation()
  const [query] = useSearchParams()
  const [sentCode, setSentCode] = useStoredState<SentCode>('sign-in', { email: '', until: 0 })
  const [sent, setSent] = useState(() => sentCode.until > Date.now())
  const isEmbedded = !isAt('/sign-in', path)
  const next = pageAsked()
  useEffect(() => saveReturnPage(next), [next])
  const noteSent = () => {
    setSentCode({ ...sentCode, until: Date.now() + codeMs })
    setSent(true)
  }
  const error = Object.entries(signInErrors).find(([code]) => code === query.get('error'))?.[1]
  return (
    <div className="mx-auto max-w-105 pt-6 sm:pt-14">
      <PageTitle>{t('Sign In')}</PageTitle>
      <h1 className="text-2xl">{t('Sign in to {brand}', { brand: brandName })}</h1>
      {isEmbedded && (
        <p className="mt-1.5 font-medium">{t('This page is for people who are signed in.')}</p>
      )}
      <p className="mt-1.5 text-soft">
        {t('No password. We email you a code, and create your account the first time you sign in.')}
      </p>
      {error && (
        <div className="mt-5">
          <Banner tone="error" live>
            {translate(error)}
          </Banner>
        </div>
      )}
      <Card className="mt-6">
        {sent ? (
          <CodeStep
            email={sentCode.email}
            next={isEmbedded ? null : next}
            onBack={() => {
              setSentCode({ ...sentCode, until: 0 })
              setSent(false)
            }}
            onSent={noteSent}
            onSignedIn={() => setSentCode(null)}
          />
        ) : (
          <EmailStep
            email={sentCode.email}
            onEmail={(email) => setSentCode({ email, until: 0 })}
            onSent={noteSent}
          />
        )}
        {oidc && !sent && (
          <div className="mt-4 border-t border-line pt-4">
            <LinkButton wide href={paths.loginWithProvider(next)}>
              {t('Continue with {provider}', { provider: oidc })}
            </LinkButton>
          </div>
        )}
      </Card>
    </div>
  )
}

function EmailStep(props: { email: string; onEmail: (email: string) => void; onSent: () => void }) {
  const ask = useWrite('POST /api/auth/email-code', { onSuccess: props.onSent })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate({ body: { email: props.email } })
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field label={t('E-mail')} error={ask.error ? translate(ask.error.message) : undefined}>
        <TextInput
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          autoFocus
          before={<Mail />}
          value={props.email}
          onChange={(event) => props.onEmail(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" wide pending={ask.isPending}>
        {t('Email me a code')}
      </Button>
    </form>
  )
}

interface CodeStepProps {
  email: string
  /** Null: the requested page appears in place. */
  next: string | null
  onBack: () => void
  /** A new code was sent. */
  onSent: () => void
  onSignedIn: () => void
}

function CodeStep({ email, next, onBack, onSent, onSignedIn }: CodeStepProps) {
  const [, go] = useLocation()
  const [code, setCode] = useState('')
  const check = useWrite('POST /api/auth/email-code/verify', {
    onSuccess: (user) => {
      onSignedIn()
      setSignedInUser(user)
      if (next) go(next, { replace: true })
    },
  })
  const again = useWrite('POST /api/auth/email-code', { onSuccess: onSent })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate({ body: { code } })
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <EmailCodeField
        email={email}
        value={code}
        onChange={setCode}
        error={check.error ? translate(check.error.message) : undefined}
      />
      <Button type="submit" variant="primary" wide pending={check.isPending}>
        {t('Sign In')}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <QuietButton onClick={onBack}>{t('Use another e-mail')}</QuietButton>
        <QuietButton pending={again.isPending} onClick={() => again.mutate({ body: { email } })}>
          {again.isSuccess ? t('Sent again') : t('Send a new code')}
        </QuietButton>
      </div>
      {again.error && (
        <Banner tone="error" live>
          {translate(again.error.message)}
        </Banner>
      )}
      <DemoMailHint />
    </form>
  )
}
