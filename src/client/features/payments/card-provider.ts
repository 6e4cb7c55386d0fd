import type { CallAnswer } from '#client/app/call.ts'

type Config = CallAnswer<'GET /api/payments/config'>

/** The part of the card provider's browser library that we use; the simulator speaks the same. */
export type Card = {
  attach: (selector: string) => Promise<void>
  tokenize: (details: TokenizeDetails) => Promise<TokenResult>
  destroy: () => Promise<unknown>
  /** `submit`: Enter was pressed in one of the fields. */
  addEventListener: (event: 'submit', listener: () => void) => void
}
export type TokenizeDetails = {
  intent: 'CHARGE' | 'CHARGE_AND_STORE' | 'STORE'
  amount: string
  currencyCode: 'USD'
  billingContact: Record<string, string>
  customerInitiated: true
  sellerKeyedIn: false
}
type TokenResult = { status: string; token?: string; errors?: { message?: string }[] }
type Payments = { card: () => Promise<Card> }

declare global {
  interface Window {
    Square?: { payments: (applicationId: string, locationId?: string) => Payments }
  }
}

/** Loads the provider's script and makes a card form. A failed load leaves nothing behind, so that trying again works. */
export async function makeCard(config: Config): Promise<Card> {
  if (!window.Square) await loadScript(config.scriptUrl)
  if (!window.Square) throw new Error('The card script defined nothing')
  return window.Square.payments(config.applicationId, config.locationId).card()
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`Could not load ${src}`))
    })
    document.head.append(script)
  })
}
