import { type ComponentProps, useEffect, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { useMaybePerson } from '#client/app/session.ts'
import { buttonStyle } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { t, translate } from '#shared/texts/t.ts'
import { ContactForm } from './contact-form.tsx'
import { IfSet, Each } from './prerender-marks.tsx'
import type { PublicBusiness } from './public-business.ts'
import { enableContactForm } from './contact-form-script.ts'
import { PublicLink, TextPage, WithBusiness } from './text-page.tsx'
import { builtInFaq } from '#shared/rules/public-texts.ts'

export default function Contact() {
  return <WithBusiness>{(business) => <Live business={business} />}</WithBusiness>
}

function Live({ business }: { business: PublicBusiness }) {
  const { replyTime } = business
  useEffect(() => enableContactForm(() => showThanks(replyTime)), [replyTime])
  const person = useMaybePerson()
  const writer = person && { ...person, phone: nationalPhone(person.phone) }
  const [query] = useSearchParams()
  // Only signed-in customers have visits to write about.
  const about = person?.role === 'customer' ? query.get('about') : null
  const visit = { id: query.get('visit') ?? '', number: about ?? '' }
  return <ContactPage business={business} writer={writer} {...(about && { visit })} />
}

function showThanks(replyTime: string) {
  toast({
    title: t('Message Sent!'),
    description: replyTime
      ? t("We'll get back to you within {time}", { time: replyTime })
      : t('A person from our office reads every message.'),
  })
}

export function ContactPage(props: ComponentProps<typeof ContactForm>) {
  const { business } = props
  const { supportEmail, supportPhone, supportDialed, openHours, openTimes, replyTime } = business
  const phone = <PublicLink href={`tel:${supportDialed}`}>{supportPhone}</PublicLink>
  return (
    <TextPage title={t('Contact')} wide>
      <p>{t('A person from our office reads every message.')}</p>
      <div className="mt-6 grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          <ContactForm {...props} />
        </div>
        <div className="grid content-start gap-x-8 sm:max-lg:grid-cols-2 lg:[&>:first-child>h2]:mt-0">
          <IfSet business={business} fact="openHours">
            <section>
              <h2>{t('Service hours')}</h2>
              <p className="whitespace-pre-line">{openHours}</p>
              <p className="text-sm empty:hidden">{openTimes}</p>
            </section>
          </IfSet>
          <IfSet business={business} fact="supportEmail">
            <section>
              <h2>{t('E-mail support')}</h2>
              <p>
                <PublicLink href={`mailto:${supportEmail}`}>{supportEmail}</PublicLink>
                <IfSet business={business} fact="replyTime">
                  <br />
                  {t("We'll get back to you within {time}.", { time: replyTime })}
                </IfSet>
              </p>
            </section>
          </IfSet>
          <IfSet business={business} fact="supportPhone">
            <section>
              <h2>{t('Phone support')}</h2>
              <p>
                {phone}
                <br />
                {t('During service hours.')}
              </p>
            </section>
          </IfSet>
          <section>
            <h2>{t('Emergency support')}</h2>
            <p className="wrap-anywhere whitespace-pre-line">
              <IfSet
                business={business}
                fact="emergency"
                otherwise={<OurEmergency business={business} />}
              >
                {business.emergency}
              </IfSet>
            </p>
          </section>
          <IfSet business={business} fact="hasFaq">
            <p className="mt-8!">
              <a href="#faq" className={buttonStyle()}>
                {t('View FAQ')}
              </a>
            </p>
          </IfSet>
        </div>
      </div>
      <Faq business={business} />
    </TextPage>
  )
}

function OurEmergency({ business }: { business: PublicBusiness }) {
  return (
    <IfSet
      business={business}
      fact="supportPhone"
      otherwise={t(
        'Oil under the car or a red oil light after a service? Stop the engine, do not drive on and write to us here.',
      )}
    >
      {t(
        'Oil under the car or a red oil light after a service? Stop the engine, do not drive on and call',
      )}{' '}
      <PublicLink href={`tel:${business.supportDialed}`}>{business.supportPhone}</PublicLink>.
    </IfSet>
  )
}

/** The owner's FAQ, or the built-in one. */
export function Faq({ business }: { business: PublicBusiness }) {
  return (
    <IfSet business={business} fact="hasFaq">
      <section id="faq" tabIndex={-1} className="scroll-mt-20">
        <h2>{t('Frequently asked questions')}</h2>
        <div className="mt-3 divide-y divide-line border-y border-line">
          <IfSet business={business} fact="ownFaq" otherwise={<BuiltIn business={business} />}>
            <Each business={business} list="faq">
              {({ question, answer }) => <Question title={question}>{answer}</Question>}
            </Each>
          </IfSet>
        </div>
      </section>
    </IfSet>
  )
}

const BuiltIn = ({ business }: { business: PublicBusiness }) =>
  builtInFaq.map(({ question, answer, withoutCards, namesFees }) => (
    <Question key={question} title={translate(question)}>
      {withoutCards ? (
        <IfSet business={business} fact="cardPayments" otherwise={translate(withoutCards)}>
          {translate(answer)}
        </IfSet>
      ) : (
        translate(answer)
      )}{' '}
      {namesFees && (
        <IfSet business={business} fact="fees">
          {business.fees}
        </IfSet>
      )}
    </Question>
  ))

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="py-1">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium wrap-anywhere">
        {title}
      </summary>
      <p className="mt-0! pb-3 wrap-anywhere whitespace-pre-line">{children}</p>
    </details>
  )
}
