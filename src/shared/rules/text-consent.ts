import { t } from '../texts/t.ts'

/** Who recorded a consent to texts, or its end: in the app, the office, by a text, or reported by the phone provider. */
export const consentWays = ['app', 'office', 'text', 'provider'] as const
export type ConsentWay = (typeof consentWays)[number]

/** The sentences people agree to, as carriers require (10DLC): frequency, rates, HELP and STOP. */
export const textConsentWords = (brand: string) =>
  t(
    'You agree to texts from {brand} about your visits, usually 3 to 8 for each visit. Message and data rates may apply. Reply HELP for help, STOP to end them. You can book without them.',
    { brand },
  )
