import { useBusiness } from '#client/app/session.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { describeFees } from '#shared/rules/fee-policy.ts'
import { logoFacts } from '#shared/rules/logo.ts'
import type { textFacts } from '#shared/rules/public-texts.ts'
import { dialedNumber } from '#shared/rules/phone-numbers.ts'
import { directMethodsOf } from '#shared/rules/recorded-payments.ts'
import { describeReplyTime } from '#shared/rules/reach.ts'
import { hoursFacts } from '#shared/rules/weekly-hours.ts'
import { formatCents } from '#shared/texts/format.ts'

/** Facts and texts of the business on the public pages. */
export type PublicBusiness = Pick<
  PublicConfig,
  'brandName' | 'tagline' | 'supportEmail' | 'supportPhone'
> &
  ReturnType<typeof logoFacts> &
  ReturnType<typeof textFacts> & {
    /** As dialed by a link. */
    supportDialed: string
    /** "Monday to Saturday", with hours where a day is shorter; '' until published. */
    openDays: string
    /** "Monday to Saturday, 8:00 AM – 5:00 PM", one line per set of hours. */
    openHours: string
    /** The slots of each open day; '' when days differ. */
    openTimes: string
    claims: string
    /** "24 hours" */
    replyTime: string
    /** Set when visits are paid by card. */
    cardPayments: string
    /** The fees for cancelling late and for visits that could not be done; '' if none. */
    fees: string
    /** Set when visits can also be paid in cash or the like. */
    paysDirectly: string
    /** Set when sales tax is added to prices. */
    salesTax: string
    /** Set once the office has confirmed its prices. */
    prices: string
  }

/** Values at build time; the server replaces them with the settings. */
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
  fees: '%fees%',
  paysDirectly: '%paysDirectly%',
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

/** Facts without the owner's texts. */
export function usePublicFacts(): Omit<PublicBusiness, keyof ReturnType<typeof textFacts>> {
  const business = useBusiness()
  const { published } = business
  return {
    ...business,
    supportDialed: dialedNumber(business.supportPhone) ?? business.supportPhone,
    ...hoursFacts(business, business.today, published.hours),
    claims: business.claims.join('\u00a0· '),
    replyTime: describeReplyTime(business.replyHours),
    cardPayments: business.cardPayments ? 'yes' : '',
    fees: describeFees(business, formatCents).join(' '),
    paysDirectly: directMethodsOf(business).length > 0 ? 'yes' : '',
    salesTax: business.salesTaxRateBp ? 'yes' : '',
    prices: published.prices ? 'yes' : '',
    ...logoFacts(business.logo),
  }
}
