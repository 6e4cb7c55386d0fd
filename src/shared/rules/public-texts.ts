import { text, type Translation } from '../texts/t.ts'

/** An owner's text by language; languages without one show the English. */
export type Words = { en: string; es?: string | undefined }
export type Question = { question: Words; answer: Words }

/** Public page texts an owner may replace; empty ones show ours. */
export const publicTexts = [
  {
    name: 'headline',
    title: text('Headline of the front page'),
    most: 80,
    lines: 1,
    builtIn: text('An oil change where your car is parked.'),
  },
  {
    name: 'introduction',
    title: text('Below the headline'),
    most: 300,
    lines: 3,
    builtIn: text(
      'Pick a time, leave the key, go on with your day. A technician comes to your home or office with the right oil for your engine.',
    ),
  },
  {
    name: 'emergency',
    title: text('Emergency support, on the contact page'),
    most: 400,
    lines: 4,
    builtIn: text(
      'Oil under the car or a red oil light after a service? Stop the engine, do not drive on and write to us here.',
    ),
  },
  { name: 'terms', title: text('Terms of service'), most: 40_000, lines: 16, builtIn: null },
  { name: 'privacy', title: text('Privacy'), most: 40_000, lines: 16, builtIn: null },
] as const satisfies readonly {
  name: string
  title: string
  most: number
  lines: number
  /** Null if we have such a page. */
  builtIn: string | null
}[]

export type PublicText = (typeof publicTexts)[number]
export type PublicTextName = PublicText['name']

export const maxQuestions = 40
export const maxQuestionLength = 160
export const maxAnswerLength = 2000

/** Their values in the settings. */
export const noPublicTexts: Record<PublicTextName, Words> & { faq: Question[] | null } = {
  headline: { en: '' },
  introduction: { en: '' },
  emergency: { en: '' },
  terms: { en: '' },
  privacy: { en: '' },
  /** Null for ours. */
  faq: null,
}

/** A paragraph, or the heading of those after it; the other is ''. */
type Block = { heading: string; paragraph: string }

/** Paragraphs separated by an empty line; a line beginning with `#` is a heading. No other markup. */
export function blocksOf(written: string): Block[] {
  return written
    .split(/\n(?=#)|(?<=^#[^\n]*)\n|\n\s*\n/m)
    .map((part) => part.trim())
    .filter((part) => part.replace(/^#+/, '').trim() !== '')
    .map((part) =>
      part.startsWith('#')
        ? { heading: part.replace(/^#+\s*/, ''), paragraph: '' }
        : { heading: '', paragraph: part },
    )
}

type BuiltInQuestion = {
  question: string
  answer: string
  /** The answer without card payments. */
  withoutCards?: string
  /** The business's fees follow the answer. */
  namesFees?: true
}

/** Common questions with answers true of this product. */
export const builtInFaq: readonly BuiltInQuestion[] = [
  {
    question: text('Do I need an account?'),
    answer: text(
      'No. Quick Book confirms your visit with a code by e-mail, and sends you a link to follow it and to pay. With an account, we remember your cars and addresses.',
    ),
    withoutCards: text(
      'No. Quick Book confirms your visit with a code by e-mail, and sends you a link to follow it. With an account, we remember your cars and addresses.',
    ),
  },
  {
    question: text('What does it cost?'),
    answer: text(
      'You see the price of each package before you book. If the technician adds something, such as another quart of oil, it is listed with its price.',
    ),
  },
  {
    question: text('When do I pay?'),
    answer: text(
      'After the service. You can have the amount held on your card beforehand; it is reserved, not charged, until the work is done.',
    ),
    withoutCards: text('After the service.'),
  },
  {
    question: text('Do I have to be there?'),
    answer: text(
      'No, as long as the technician can get to the car and its key. Tell us how when you book: gate code, parking spot, key.',
    ),
  },
  {
    question: text('Which oil do you use?'),
    answer: text(
      'The one your engine calls for. We look it up by the VIN, or by make, model and year, and the technician checks it at the car.',
    ),
  },
  {
    question: text('Can I cancel?'),
    answer: text(
      'Yes, until the service starts: under Orders, or with the link in your e-mail. We then release any amount held on your card.',
    ),
    withoutCards: text(
      'Yes, until the service starts: under Orders, or with the link in your e-mail.',
    ),
    namesFees: true,
  },
]

/** The same as a starting point for the owner, with the Spanish of `spanish`. */
export function ownCopyOfFaq(cardPayments: boolean, spanish: Translation['texts']): Question[] {
  const words = (en: string): Words => wordsOf(en, spanish[en])
  return builtInFaq.map(({ question, answer, withoutCards }) => ({
    question: words(question),
    answer: words((!cardPayments && withoutCards) || answer),
  }))
}

/** A text with its Spanish, if there is any. */
export const wordsOf = (en: string, es: string | undefined): Words => (es ? { en, es } : { en })

const wordsIn = (words: Words, language: string): string =>
  (language === 'es' && words.es) || words.en

/** The owner's texts in one language; `''` and null where ours apply. */
export function ownTexts(texts: typeof noPublicTexts, language: string) {
  const { headline, introduction, emergency, terms, privacy, faq } = texts
  const worded = (words: Words) => wordsIn(words, language)
  return {
    headline: worded(headline),
    introduction: worded(introduction),
    emergency: worded(emergency),
    terms: worded(terms),
    privacy: worded(privacy),
    faq:
      faq &&
      faq.map(({ question, answer }) => ({ question: worded(question), answer: worded(answer) })),
  }
}

/** The same in the public pages' format. */
export function textFacts(own: ReturnType<typeof ownTexts>) {
  const { headline, introduction, emergency, terms, privacy, faq } = own
  return {
    headline,
    introduction,
    emergency,
    ownTerms: terms && 'yes',
    ownPrivacy: privacy && 'yes',
    ownFaq: faq ? 'yes' : '',
    hasFaq: faq?.length === 0 ? '' : 'yes',
    terms: blocksOf(terms),
    privacy: blocksOf(privacy),
    faq: faq ?? [],
  }
}
