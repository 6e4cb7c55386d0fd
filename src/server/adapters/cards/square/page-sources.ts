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
 * What Square's card form loads, for the policy of the pages where a card is entered. A bank that wants to see its
 * customer brings a frame of its own, from whatever address.
 */
export function squarePageSources(account: SquareAccount) {
  const { origin } = new URL(scriptUrlOf(account))
  return {
    script: [origin],
    style: [origin],
    font: fonts,
    frame: ['https:', origin],
    connect: [origin, vaults[account.environment]],
    image: [origin],
  }
}
