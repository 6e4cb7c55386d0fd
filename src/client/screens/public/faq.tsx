import { t } from '#shared/texts/t.ts'

/** What people ask before they book. Says only what the product does. */
export function Faq() {
  const questions = [
    {
      question: t('Do I need an account?'),
      answer: t(
        'No. Quick Book confirms your visit by a code in your e-mail and mails you a link to follow and pay it. With an account your cars and addresses are remembered.',
      ),
    },
    {
      question: t('What does it cost?'),
      answer: t(
        'You see the price of each package before you book. If the technician adds something, such as another quart of oil, it is listed with its price.',
      ),
    },
    {
      question: t('When do I pay?'),
      answer: t(
        'After the service. You may have the amount held on your card before; it is reserved, not charged, until the work is done.',
      ),
    },
    {
      question: t('Do I have to be there?'),
      answer: t(
        'No, if the technician can reach the car and its key. Say where in the booking: gate code, parking place, key.',
      ),
    },
    {
      question: t('Which oil do you use?'),
      answer: t(
        'The one your engine asks for. We look it up by the VIN, or by make, model and year; the technician checks it at the car.',
      ),
    },
    {
      question: t('Can I cancel?'),
      answer: t(
        'Yes, until the service starts: under Orders, or by the link in your e-mail. An amount held on your card is then released.',
      ),
    },
  ]
  return (
    <section id="faq" className="scroll-mt-6">
      <h2>{t('Frequently asked questions')}</h2>
      <div className="mt-3 divide-y divide-line border-y border-line">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group py-1">
            <summary className="flex min-h-11 cursor-pointer items-center font-medium">
              {question}
            </summary>
            <p className="mt-0! pb-3">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
