import { t } from '../texts/t.ts'

/**
 * How a consent to texts, or its end, came about: in the app, by the office, by a text, reported by the phone provider, or
 * because the customer got another number.
 */
export const consentWays = ['app', 'office', 'text', 'provider', 'number'] as const
export type ConsentWay = (typeof consentWays)[number]

/** Whether an end of texts in this way excludes answers to texts from the number too. */
export const endsAnswers = (how: ConsentWay): boolean => how !== 'app' && how !== 'number'

/** The sentences people agree to, as carriers require (10DLC): frequency, rates, HELP and STOP. */
export const textConsentWords = (brand: string) =>
  t(
    'You agree to texts from {brand} about your visits, usually 3 to 8 for each visit. Message and data rates may apply. Reply HELP for help, STOP to end them. You can book without them.',
    { brand },
  )
