import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aDue, aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { CardChoice } from './card-choice.tsx'
import type { CardInput, TokenResult, WalletSheet } from './card-provider.ts'
import { useCardPayment } from './use-card-payment.ts'

const hold = 'POST /api/payments/pre-authorize'
const charge = 'POST /api/payments/process'
const job = aJob()
const due = aDue(job)

const tokenize = vi.fn<() => Promise<TokenResult>>()
/** The amounts of opened sheets, in order. */
let totals: { amount: string; label: string }[] = []
/** Whether the sheet opened within the user's press. */
let openedInPress: boolean | undefined

/** A provider in a browser with these wallets. */
function provide(offered: readonly Wallet[], result: TokenResult = { status: 'OK', token: 'w_1' }) {
  totals = []
  tokenize.mockReset().mockImplementation(async () => {
    openedInPress = window.event?.type === 'click'
    return result
  })
  const card: CardInput = {
    attach: () => Promise.resolve(),
    tokenize: async () => ({ status: 'OK', token: 'typed_1' }),
    destroy: () => Promise.resolve(),
    addEventListener: () => {},
  }
  const sheet = async (wallet: Wallet): Promise<WalletSheet> => {
    if (!offered.includes(wallet)) throw new Error('PaymentMethodUnsupportedError')
    return { tokenize, destroy: () => Promise.resolve() }
  }
  const google = async (): Promise<WalletSheet> => {
    const made = await sheet('google_pay')
    const button = document.createElement('button')
    return {
      ...made,
      attach: async (selector) => {
        const host = document.querySelector(selector)
        if (!host || host.childElementCount > 0) throw new Error('InvalidElementPresentError')
        button.textContent = 'Google Pay'
        host.append(button)
      },
      destroy: async () => button.remove(),
    }
  }
  window.Square = {
    payments: () => ({
      card: () => Promise.resolve(card),
      paymentRequest: ({ total }) => {
        totals.push(total)
        return {}
      },
      applePay: () => sheet('apple_pay'),
      googlePay: google,
    }),
  }
}

afterEach(() => {
  delete window.Square
})

function Paying({ pays, of = due }: { pays: boolean; of?: PaymentDue }) {
  const payment = useCardPayment(pays ? charge : hold, job.id, of)
  return <CardChoice visit={job} pays={pays} due={of} {...payment} />
}

const answers: Answers = {
  'GET /api/payments/cards': [],
  'GET /api/payments/config': {
    applicationId: 'sandbox-1',
    environment: 'sandbox',
    provider: 'simulator',
    scriptUrl: '/no-such-script.js',
  },
  [hold]: { success: true, message: 'Held', state: 'held' },
  [charge]: { success: true, message: 'Paid', state: 'paid' },
}

const apple = page.getByRole('button', { name: 'Apple Pay' })
const google = page.getByRole('button', { name: 'Google Pay' })
const typed = page.getByRole('button', { name: /with this card|on this card|Save this card/ })
/** Waits for the card form, which loads after the provider's other parts. */
const loaded = () => expect.element(typed).not.toHaveAttribute('aria-disabled', 'true')

test('both wallets are offered, open within the press itself, and send their kind', async () => {
  provide(['apple_pay', 'google_pay'])
  const { server } = await showPage(<Paying pays={false} />, { answers })
  await expect
    .element(page.getByRole('heading', { name: 'Hold $129.99 without typing a card' }))
    .toBeVisible()
  await loaded()
  // Asked once, for wallets and typed cards.
  await expect.element(page.getByText(/^You agree that/)).toMatchTextContent(/card is not kept/)
  await apple.click()
  await expect.poll(() => server.asked(hold)).toHaveLength(1)
  const body = { sourceId: 'w_1', amount: '129.99', jobId: job.id }
  expect(server.asked(hold)[0]?.body).toEqual({ ...body, wallet: 'apple_pay' })
  expect(openedInPress).toBe(true)
  expect(totals.at(-1)).toEqual({ amount: '129.99', label: 'Fivequart' })
  await google.click()
  await expect.poll(() => server.asked(hold)).toHaveLength(2)
  expect(server.asked(hold)[1]?.body).toEqual({ ...body, wallet: 'google_pay' })
})

test('a browser without wallets shows nothing of them', async () => {
  provide([])
  await showPage(<Paying pays />, { answers })
  await loaded()
  await expect.element(apple).not.toBeInTheDocument()
  await expect.element(page.getByText(/without typing a card/)).not.toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a browser with only Google Pay shows only that', async () => {
  provide(['google_pay'])
  await showPage(<Paying pays />, { answers })
  await expect.element(google).toBeVisible()
  await expect.element(apple).not.toBeInTheDocument()
})

test('closing a sheet is no error and sends nothing; the next press opens it again', async () => {
  provide(['google_pay'], { status: 'Cancel' })
  const { server } = await showPage(<Paying pays />, { answers })
  await google.click()
  await google.click()
  expect(tokenize).toHaveBeenCalledTimes(2)
  expect(server.asked(charge)).toEqual([])
  await expect.element(page.getByText('Payment Error')).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a sheet that fails without a reason shows what to do', async () => {
  provide(['apple_pay'])
  tokenize.mockRejectedValue(new Error('TokenizationError'))
  const { server } = await showPage(<Paying pays />, { answers })
  await apple.click()
  await expect
    .element(page.getByText('Apple Pay gave no card. Please try again, or enter a card.').first())
    .toBeVisible()
  expect(server.asked(charge)).toEqual([])
})

test('a declined wallet is reported beside the wallets, and a typed card pays', async () => {
  provide(['apple_pay', 'google_pay'])
  const declined = refusal('invalid', 'Your bank declined this card. Please try another card.')
  const { server } = await showPage(<Paying pays />, {
    answers: { ...answers, [charge]: declined },
  })
  await google.click()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(
      /Payment Failed.*declined this card.*You can choose another one in Google Pay, or enter it below\./,
    )
  expect(page.getByRole('alert').elements()).toHaveLength(1)
  server.answer(answers)
  await typed.click()
  await expect.poll(() => server.asked(charge)).toHaveLength(2)
  const [first, second] = server.asked(charge)
  expect(second?.body).toEqual({ sourceId: 'typed_1', amount: '129.99', jobId: job.id })
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a refusal other than a decline does not ask for another card', async () => {
  provide(['apple_pay'])
  const early = refusal(
    'conflict',
    'Apple Pay cannot reserve an amount for a visit this far ahead.',
  )
  await showPage(<Paying pays={false} />, { answers: { ...answers, [hold]: early } })
  await apple.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot reserve/)
  await expect.element(page.getByRole('alert')).not.toMatchTextContent(/choose another one/)
})

test('for a visit too far ahead an explanation replaces the wallets', async () => {
  provide(['apple_pay', 'google_pay'])
  await showPage(<Paying pays={false} of={{ ...due, savesCard: true }} />, { answers })
  await expect
    .element(page.getByText(/^Apple Pay and Google Pay cannot reserve an amount this far ahead/))
    .toBeVisible()
  await expect.element(apple).not.toBeInTheDocument()
  await expect.element(page.getByText(/without typing a card/)).not.toBeVisible()
})

test('a changed amount also changes the sheet', async () => {
  provide(['google_pay'])
  function Changing() {
    const [amount, setAmount] = useState('129.99')
    return (
      <>
        <button type="button" onClick={() => setAmount('10.01')}>
          Less
        </button>
        <Paying pays of={{ ...due, amount }} />
      </>
    )
  }
  const { server } = await showPage(<Changing />, { answers })
  await expect.element(google).toBeVisible()
  await page.getByRole('button', { name: 'Less' }).click()
  await expect.poll(() => totals.at(-1)?.amount).toBe('10.01')
  await google.click()
  await expect.poll(() => server.asked(charge)[0]?.body).toMatchObject({ amount: '10.01' })
  expect(google.elements()).toHaveLength(1)
})

test('staff cannot pay with a wallet for a customer', async () => {
  provide(['apple_pay', 'google_pay'])
  await showPage(<Paying pays />, { answers, person: aPerson({ role: 'admin' }) })
  await loaded()
  await expect.element(page.getByText(/without typing a card/)).not.toBeInTheDocument()
})
