import { useBusiness } from '#client/app/session.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { logoFacts } from '#shared/rules/logo.ts'
import type { textFacts } from '#shared/rules/public-texts.ts'
import { dialedNumber } from '#shared/rules/phone-numbers.ts'
import { describeReplyTime } from '#shared/rules/settings.ts'
import { hoursFacts } from '#shared/rules/weekly-hours.ts'

/** What the public pages say of the business. */
export type PublicBusiness = Pick<
  PublicConfig,
  'brandName' | 'tagline' | 'supportEmail' | 'supportPhone'
> &
  ReturnType<typeof logoFacts> &
  ReturnType<typeof textFacts> & {
    /** The phone number as a link dials it. */
    supportDialed: string
    /** "Monday to Saturday", from the weekly hours; with hours where a day is shorter. '' until they are published. */
    openDays: string
    /** "Monday to Saturday, 8:00 AM – 5:00 PM", a line for days with the same hours. */
    openHours: string
    /** The times of each open day; '' where days differ. */
    openTimes: string
    /** The claims, one sentence. */
    claims: string
    /** "24 hours": within what time messages are answered. */
    replyTime: string
    /** Says something only where visits are paid by card. */
    cardPayments: string
    /** Says something only where sales tax comes on top of prices. */
    salesTax: string
    /** Says something once the office has looked at its prices. */
    prices: string
  }

/** Stands in for each value while pages are rendered at build time; the server fills in the settings. */
export const placeholders = {
  brandName: '%brandName%',
  tagline: '%tagline%',
  supportEmail: '%supportEmail%',
  supportPhone: '%supportPhone%',
  supportDialed: '%supportDialed%',
  openDays: '%openDays%',
  openHours: '%openHours%',
  openTimes: '%openTimes%',
  claims: '%claims%',
  replyTime: '%replyTime%',
  cardPayments: '%cardPayments%',
  salesTax: '%salesTax%',
  prices: '%prices%',
  logo: '%logo%',
  wideLogo: '%wideLogo%',
  logoWidth: '%logoWidth%',
  logoHeight: '%logoHeight%',
  logoGround: '%logoGround%',
  headline: '%headline%',
  introduction: '%introduction%',
  emergency: '%emergency%',
  ownTerms: '%ownTerms%',
  ownPrivacy: '%ownPrivacy%',
  ownFaq: '%ownFaq%',
  hasFaq: '%hasFaq%',
  terms: [{ heading: '%heading%', paragraph: '%paragraph%' }],
  privacy: [{ heading: '%heading%', paragraph: '%paragraph%' }],
  faq: [{ question: '%question%', answer: '%answer%' }],
} satisfies PublicBusiness

/** What they say without what the owner has written for them. */
export function usePublicFacts(): Omit<PublicBusiness, keyof ReturnType<typeof textFacts>> {
  const business = useBusiness()
  const { published } = business
  return {
    ...business,
    supportDialed: dialedNumber(business.supportPhone) ?? business.supportPhone,
    ...hoursFacts(business.weeklyHours, published.hours),
    claims: business.claims.join('\u00a0· '),
    replyTime: describeReplyTime(business.replyHours),
    cardPayments: business.cardPayments ? 'yes' : '',
    salesTax: business.salesTaxRateBp ? 'yes' : '',
    prices: published.prices ? 'yes' : '',
    ...logoFacts(business.logo),
  }
}
