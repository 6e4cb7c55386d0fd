import type { ComponentProps } from 'react'
import { personName } from '#client/app/person-name.ts'
import { buttonStyle } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import type { User } from '#shared/contract/accounts.ts'
import { t } from '#shared/texts/t.ts'
import { IfSet } from './prerender-marks.tsx'
import type { PublicBusiness } from './public-business.ts'

interface ContactFormProps {
  business: PublicBusiness
  writer?: User | null
  visit?: { id: string; number: string }
}

/** Plain HTML shared by the prerendered page and the app; `contact-form-script.ts` submits it. */
export function ContactForm({ business, writer, visit }: ContactFormProps) {
  return (
    <>
      <form data-contact noValidate className="space-y-4">
        {visit && <input type="hidden" name="jobId" value={visit.id} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Line
            name="name"
            label={t('Name')}
            autoComplete="name"
            defaultValue={writer ? personName({ ...writer, email: null }) : ''}
          />
          <Line
            name="email"
            label={t('E-mail')}
            type="email"
            autoComplete="email"
            defaultValue={writer?.email ?? ''}
          />
        </div>
        <Line
          name="phone"
          label={t('Phone')}
          optional
          type="tel"
          autoComplete="tel"
          defaultValue={writer?.phone}
        />
        <Line
          name="subject"
          label={t('Subject')}
          maxLength={150}
          defaultValue={visit && t('Visit {number}', { number: visit.number })}
        />
        <Field label={t('Message')}>
          <TextArea
            name="message"
            rows={5}
            maxLength={4000}
            aria-describedby="contact-message-error"
            className="min-h-32!"
          />
          <Problem name="message" />
        </Field>
        <p data-error="" id="contact-error" role="alert" hidden className={problemStyle} />
        <button
          type="submit"
          className={`${buttonStyle({ variant: 'primary', size: 'large' })} max-sm:w-full`}
        >
          {t('Send message')}
        </button>
        <noscript>
          <p>
            <IfSet
              business={business}
              fact="supportEmail"
              otherwise={t('This form needs JavaScript.')}
            >
              {t('This form needs JavaScript. Please write to {email}.', {
                email: business.supportEmail,
              })}
            </IfSet>
          </p>
        </noscript>
      </form>
      <div
        data-contact-sent
        role="status"
        tabIndex={-1}
        hidden
        className="rounded-card border border-green/35 bg-green-wash px-5 py-4"
      >
        <strong className="text-lg text-green">{t('Message Sent!')}</strong>
        <span className="block">
          <IfSet
            business={business}
            fact="replyTime"
            otherwise={t('A person from our office reads every message.')}
          >
            {t("We'll get back to you within {time}", { time: business.replyTime })}
          </IfSet>
        </span>
      </div>
    </>
  )
}

const problemStyle = 'm-0! text-sm font-medium text-red!'

function Problem({ name }: { name: string }) {
  return <p data-error={name} id={`contact-${name}-error`} hidden className={problemStyle} />
}

type LineProps = ComponentProps<typeof TextInput> &
  Pick<ComponentProps<typeof Field>, 'optional'> & { name: string; label: string }

function Line({ label, optional, ...rest }: LineProps) {
  return (
    <Field label={label} optional={optional}>
      <TextInput maxLength={120} {...rest} aria-describedby={`contact-${rest.name}-error`} />
      <Problem name={rest.name} />
    </Field>
  )
}
