import type { CallAnswer } from '#client/app/call.ts'
import { createStore } from '#client/ui/store.ts'
import { documentPath } from '#client/app/routing.ts'
import { isCardScreen } from '#shared/rules/screens.ts'
import { currentLocale } from '#shared/texts/t.ts'

type Config = CallAnswer<'GET /api/payments/config'>

/** The parts of the card provider's browser library that we use; the simulator has the same. */
export type CardInput = {
  attach: (selector: string) => Promise<void>
  tokenize: (details: TokenizeDetails) => Promise<TokenResult>
  destroy: () => Promise<unknown>
  /** `submit`: Enter was pressed in a field. */
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
export type TokenResult = { status: string; token?: string; errors?: { message?: string }[] }
type Style = Record<string, Record<string, string>>

/** A wallet of this browser; `tokenize` opens its sheet, `attach` renders its own button. */
export type WalletSheet = {
  attach?: (selector: string, look: Record<string, string | number>) => Promise<void>
  tokenize: () => Promise<TokenResult>
  destroy: () => Promise<unknown>
}
type PaymentRequest = object
type Payments = {
  setLocale?: (locale: string) => Promise<unknown>
  card: (options?: { style: Style }) => Promise<CardInput>
  paymentRequest: (asked: {
    countryCode: 'US'
    currencyCode: 'USD'
    total: { amount: string; label: string }
  }) => PaymentRequest
  /** Both reject if the browser has no such wallet. */
  applePay: (request: PaymentRequest) => Promise<WalletSheet>
  googlePay: (request: PaymentRequest) => Promise<WalletSheet>
}

declare global {
  interface Window {
    Square?: { payments: (applicationId: string, locationId?: string) => Payments }
  }
}

export const cardScript = createStore(false)
let loading: Promise<void> | undefined

/** Loads the provider's script once for concurrent callers. Failures are cleaned up, so retries work. */
export async function loadPayments(config: Config): Promise<Payments> {
  if (!window.Square)
    await (loading ??= loadScript(config.scriptUrl).finally(() => (loading = undefined)))
  if (!window.Square) throw new Error('The card script defined nothing')
  if (!cardScript.get()) cardScript.set(true)
  const payments = window.Square.payments(config.applicationId, config.locationId)
  // A form in the browser's language is better than none.
  await payments.setLocale?.(currentLocale()).catch(() => {})
  return payments
}

export async function makeCard(config: Config): Promise<CardInput> {
  const payments = await loadPayments(config)
  // Later versions may reject unknown styles; a default form is better than none.
  return payments.card({ style: style() }).catch(() => payments.card())
}

/**
 * Whether the page must be reloaded to use the provider's script: only documents opened at a card entry address may load it,
 * and this one was opened elsewhere.
 */
export function needsOwnDocument({ scriptUrl }: Config): boolean {
  const isForeign = new URL(scriptUrl, location.href).origin !== location.origin
  return isForeign && !isCardScreen(documentPath()) && isCardScreen(location.pathname)
}

/** Timeout for loading the script. */
const longestLoadMs = 20_000

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`Could not load ${src}`))
    }
    const timer = setTimeout(fail, longestLoadMs)
    script.src = src
    script.addEventListener('load', () => {
      clearTimeout(timer)
      resolve()
    })
    script.addEventListener('error', fail)
    document.head.append(script)
  })
}

/** This page's colors for fields in the provider's document. */
function style(): Style {
  const own = getComputedStyle(document.documentElement)
  const inColor = (property: string, name: string) => {
    const value = own.getPropertyValue(`--${name}`).trim()
    return /^#[\da-f]{6}$/i.test(value) ? { [property]: value } : {}
  }
  return {
    input: {
      ...inColor('backgroundColor', 'card'),
      ...inColor('color', 'ink'),
      fontSize: '16px',
    },
    'input::placeholder': inColor('color', 'ink-soft'),
    '.input-container': inColor('borderColor', 'edge'),
    '.input-container.is-error': inColor('borderColor', 'red'),
    '.message-text': inColor('color', 'ink-soft'),
    '.message-text.is-error': inColor('color', 'red'),
  }
}
