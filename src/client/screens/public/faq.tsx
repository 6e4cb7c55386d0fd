import type { ReactNode } from 'react'
import { builtInFaq } from '#shared/rules/public-texts.ts'
import { t, translate } from '#shared/texts/t.ts'
import { Each } from './each.tsx'
import { Given } from './given.tsx'
import type { PublicBusiness } from './public-business.ts'

/** What people ask before they book: in the owner's words, or what is true of what the product does. */
export function Faq({ business }: { business: PublicBusiness }) {
  return (
    <Given business={business} fact="hasFaq">
      <section id="faq" tabIndex={-1} className="scroll-mt-20">
        <h2>{t('Frequently asked questions')}</h2>
        <div className="mt-3 divide-y divide-line border-y border-line">
          <Given business={business} fact="ownFaq" otherwise={<BuiltIn business={business} />}>
            <Each business={business} list="faq">
              {({ question, answer }) => <Question title={question}>{answer}</Question>}
            </Each>
          </Given>
        </div>
      </section>
    </Given>
  )
}

const BuiltIn = ({ business }: { business: PublicBusiness }) =>
  builtInFaq.map(({ question, answer, withoutCards }) => (
    <Question key={question} title={translate(question)}>
      {withoutCards ? (
        <Given business={business} fact="cardPayments" otherwise={translate(withoutCards)}>
          {translate(answer)}
        </Given>
      ) : (
        translate(answer)
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
