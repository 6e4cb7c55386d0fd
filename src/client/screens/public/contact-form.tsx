import type { ComponentPropsWithRef } from 'react'
import { buttonStyle } from '#client/ui/button-style.ts'
import { controlStyle } from '#client/ui/control-style.ts'
import { t } from '#shared/texts/t.ts'
import type { PublicBusiness } from './public-business.ts'

export type Writer = { name: string; email: string; phone: string }

/** Plain HTML, so that the prerendered page and the app have one form; `send-contact.ts` sends it. */
export function ContactForm({ business, writer }: { business: PublicBusiness; writer?: Writer }) {
  return (
    <>
      <form data-contact noValidate className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Line name="name" label={t('Name')} autoComplete="name" defaultValue={writer?.name} />
          <Line
            name="email"
            label={t('E-mail')}
            type="email"
            autoComplete="email"
            defaultValue={writer?.email}
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
        <Line name="subject" label={t('Subject')} maxLength={150} />
        <div className="flex flex-col gap-1.5">
          <label htmlFor="contact-message" className="font-medium">
            {t('Message')}
          </label>
          <textarea
            id="contact-message"
            name="message"
            rows={5}
            maxLength={4000}
            aria-describedby="contact-message-error"
            className={`${controlStyle} field-sizing-content max-h-80 min-h-32`}
          />
          <Problem name="message" />
        </div>
        <p data-error="" id="contact-error" role="alert" hidden className={problemStyle} />
        <button
          type="submit"
          className={`${buttonStyle({ variant: 'primary', size: 'large' })} max-sm:w-full`}
        >
          {t('Send message')}
        </button>
        <noscript>
          <p>
            {t('This form needs JavaScript. Please write to {email}.', {
              email: business.supportEmail,
            })}
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
        <span className="block">{t("We'll get back to you within 24 hours")}</span>
      </div>
    </>
  )
}

const problemStyle = 'm-0! text-sm font-medium text-red!'

function Problem({ name }: { name: string }) {
  return <p data-error={name} id={`contact-${name}-error`} hidden className={problemStyle} />
}

interface LineProps extends ComponentPropsWithRef<'input'> {
  name: string
  label: string
  optional?: boolean
}

function Line({ name, label, optional, ...rest }: LineProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={`contact-${name}`} className="font-medium">
        {label}
        {optional && <span className="font-normal text-soft"> {t('(optional)')}</span>}
      </label>
      <input
        type="text"
        maxLength={120}
        {...rest}
        id={`contact-${name}`}
        name={name}
        aria-describedby={`contact-${name}-error`}
        className={`${controlStyle} min-h-11`}
      />
      <Problem name={name} />
    </div>
  )
}
