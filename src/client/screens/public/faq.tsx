import { t } from '#shared/texts/t.ts'

/** What people ask before they book. Says only what the product does. */
export function Faq() {
  const questions = [
    {
      question: t('Do I need an account?'),
      answer: t(
        'No. Quick Book confirms your visit with a code by e-mail, and sends you a link to follow it and to pay. With an account, we remember your cars and addresses.',
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
        'After the service. You can have the amount held on your card beforehand; it is reserved, not charged, until the work is done.',
      ),
    },
    {
      question: t('Do I have to be there?'),
      answer: t(
        'No, as long as the technician can get to the car and its key. Tell us how when you book: gate code, parking spot, key.',
      ),
    },
    {
      question: t('Which oil do you use?'),
      answer: t(
        'The one your engine calls for. We look it up by the VIN, or by make, model and year, and the technician checks it at the car.',
      ),
    },
    {
      question: t('Can I cancel?'),
      answer: t(
        'Yes, until the service starts: under Orders, or with the link in your e-mail. We then release any amount held on your card.',
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
