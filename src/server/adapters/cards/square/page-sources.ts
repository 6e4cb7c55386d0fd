import type { SquareAccount } from './client.ts'
import { scriptUrlOf } from './script-url.ts'

const fonts = [
  'https://square-fonts-production-f.squarecdn.com',
  'https://d1g145x70srn7h.cloudfront.net',
]
/** Where the digits of a card go from its frame, and what the script asks. */
const vaults = {
  sandbox: 'https://pci-connect.squareupsandbox.com',
  production: 'https://pci-connect.squareup.com',
}

/**
 * What Google Pay loads: its script and sheet, and what the browser itself reads of it as a payment method, which leads from
 * one of its addresses to the next. Apple Pay is of the browser and loads nothing.
 */
const googlePay = {
  origin: 'https://pay.google.com',
  methods: ['https://google.com/pay', 'https://www.google.com/pay'],
  images: 'https://www.gstatic.com',
}

/**
 * What Square's card form loads, for the policy of the pages where a card is entered. A bank that wants to see its
 * customer brings a frame of its own, from whatever address.
 */
export function squarePageSources(account: SquareAccount) {
  const { origin } = new URL(scriptUrlOf(account))
  return {
    script: [origin, googlePay.origin],
    style: [origin],
    font: fonts,
    frame: ['https:', origin],
    connect: [origin, vaults[account.environment], googlePay.origin, ...googlePay.methods],
    image: [origin, googlePay.images],
    payment: [origin, googlePay.origin],
  }
}
