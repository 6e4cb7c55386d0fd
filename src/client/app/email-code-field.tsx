import type { Ref } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from './session.ts'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { TextLink } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'

interface EmailCodeFieldProps {
  email: string
  value: string
  onChange: (code: string) => void
  error: string | undefined
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** The field for the six-digit code that proves an e-mail address. */
export function EmailCodeField({
  email,
  value,
  onChange,
  error,
  name = 'code',
  ref,
}: EmailCodeFieldProps) {
  return (
    <Field
      label={t('Code')}
      hint={t(
        'We are emailing a six-digit code to {email}. It works for ten minutes, in this browser.',
        {
          email,
        },
      )}
      error={error}
    >
      <TextInput
        ref={ref}
        name={name}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 6))}
        className="font-mono text-2xl tracking-[0.3em]"
      />
    </Field>
  )
}

/** Links to the sent mail of the demo; renders nothing otherwise. */
export function DemoMailHint() {
  const { demo } = useBusiness()
  if (!demo) return null
  return (
    <p className="text-sm text-soft">
      {t('In the demo, your e-mail waits in the')}{' '}
      <TextLink href={paths.sentMail} target="_blank">
        {t('outbox')}
      </TextLink>
      .
    </p>
  )
}
