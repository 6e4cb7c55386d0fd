import type { SquareAccount } from './client.ts'
import { scriptUrlOf } from './script-url.ts'

const fonts = [
  'https://square-fonts-production-f.squarecdn.com',
  'https://d1g145x70srn7h.cloudfront.net',
]
/** Where the card frame sends digits, and which hosts the script calls. */
const vaults = {
  sandbox: 'https://pci-connect.squareupsandbox.com',
  production: 'https://pci-connect.squareup.com',
}

/**
 * Everything Google Pay loads: its script, its sheet, and the payment method manifest with its redirects. Apple Pay is built
 * into the browser and loads nothing.
 */
const googlePay = {
  origin: 'https://pay.google.com',
  methods: ['https://google.com/pay', 'https://www.google.com/pay'],
  images: 'https://www.gstatic.com',
}

/**
 * Hosts Square's card form loads from, for the content policy of pages with a card form. A bank's verification frame can
 * come from any address.
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
