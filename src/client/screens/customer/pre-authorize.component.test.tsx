import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Route } from 'wouter'
import type { CardInput } from '#client/features/payments/card-provider.ts'
import { aDue, aJob } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal, unreachable } from '#client/testing/test-server.ts'
import { paths } from '#shared/rules/paths.ts'
import PreAuthorize from './pre-authorize.tsx'

const hold = 'POST /api/payments/pre-authorize'
const job = aJob()
const due = aDue(job)

const tokenized = vi.fn<CardInput['tokenize']>()

/** A fake of the provider's card fields. */
function provideCard(
  tokenize: CardInput['tokenize'] = async () => ({ status: 'OK', token: 'tok_1' }),
) {
  tokenized.mockReset().mockImplementation(tokenize)
  const card: CardInput = {
    attach: () => Promise.resolve(),
    tokenize: tokenized,
    destroy: () => Promise.resolve(),
    addEventListener: () => {},
  }
  const refuse = () => Promise.reject(new Error('PaymentMethodUnsupportedError'))
  window.Square = {
    payments: () => ({
      card: () => Promise.resolve(card),
      paymentRequest: () => ({}),
      applePay: refuse,
      googlePay: refuse,
    }),
  }
}

afterEach(() => {
  delete window.Square
})

const show = (answers: Answers = {}) =>
  showPage(<Route path="/pre-authorize/:jobId" component={PreAuthorize} />, {
    at: paths.preAuthorize(job.id),
    answers: {
      'GET /api/jobs/{id}': job,
      'GET /api/payments/due/{jobId}': due,
      'GET /api/payments/cards': [],
      'GET /api/payments/config': {
        applicationId: 'sandbox-1',
        environment: 'sandbox',
        provider: 'simulator',
        scriptUrl: '/no-such-script.js',
      },
      ...answers,
    },
  })

const button = page.getByRole('button', { name: 'Hold $129.99 on this card' })

test("the button's amount is the one charged to the card and sent to the server", async () => {
  provideCard()
  const { server } = await show({
    [hold]: { success: true, message: 'Held', state: 'held' },
  })
  await button.click()
  await expect.poll(() => server.asked(hold)).toHaveLength(1)
  expect(tokenized.mock.calls[0]?.[0]).toMatchObject({
    amount: '129.99',
    intent: 'CHARGE_AND_STORE',
  })
  expect(server.asked(hold)[0]?.body).toEqual({
    sourceId: 'tok_1',
    amount: '129.99',
    jobId: job.id,
  })
})

test('two presses are one token and one hold', async () => {
  let answer = (_result: { status: string; token: string }) => {}
  provideCard(() => new Promise((resolve) => (answer = resolve)))
  const { server } = await show({ [hold]: { success: true, message: 'Held', state: 'held' } })
  await button.click()
  await button.click({ force: true })
  answer({ status: 'OK', token: 'tok_1' })
  await expect.poll(() => server.asked(hold)).toHaveLength(1)
  expect(tokenized).toHaveBeenCalledOnce()
})

test('with a form that does not respond, the button works and a message explains what to do', async () => {
  let late = (_result: { status: string; token: string }) => {}
  provideCard(() => new Promise((resolve) => (late = resolve)))
  const { server } = await show({ [hold]: { success: true, message: 'Held', state: 'held' } })
  await expect.element(button).not.toHaveAttribute('aria-disabled', 'true')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    button.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await vi.advanceTimersByTimeAsync(20_000)
  } finally {
    vi.useRealTimers()
  }
  await expect.element(page.getByText('The card form has not answered yet')).toBeVisible()
  const first = late
  tokenized.mockImplementation(async () => ({ status: 'OK', token: 'tok_2' }))
  await button.click()
  await expect.poll(() => server.asked(hold)).toHaveLength(1)
  first({ status: 'OK', token: 'tok_1' })
  await expect.element(page.getByText('The card form has not answered yet')).not.toBeInTheDocument()
  expect(server.asked(hold).map(({ body }) => body)).toMatchObject([{ sourceId: 'tok_2' }])
})

test('a refused card is reported above the fields, and the next try is a new request', async () => {
  provideCard()
  const { server } = await show({ [hold]: refusal('conflict', 'The card was declined.') })
  await button.click()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/Pre-Authorization Failed.*The card was declined\./)
  await button.click()
  await expect.poll(() => server.asked(hold)).toHaveLength(2)
  const [first, second] = server.asked(hold)
  expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey)
})

test("errors of the provider's form are shown, and nothing is sent", async () => {
  const errors = [{ message: 'Card number is not valid' }]
  provideCard(async () => ({ status: 'ERROR', errors }))
  const { server } = await show()
  await button.click()
  await expect.element(page.getByText('Card number is not valid').first()).toBeVisible()
  expect(server.asked(hold)).toEqual([])
})

test('without its script the form shows a message and can be retried', async () => {
  await show()
  const problem = page.getByRole('alert')
  await expect.element(problem).toMatchTextContent(/Loading Error/)
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  provideCard()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(problem).not.toBeInTheDocument()
  await expect.element(button).not.toHaveAttribute('aria-disabled', 'true')
})

test('without its configuration it shows a message and retries', async () => {
  provideCard()
  const { server } = await show({ 'GET /api/payments/config': unreachable })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Configuration Error/)
  server.answer({
    'GET /api/payments/config': {
      applicationId: 'sandbox-1',
      environment: 'sandbox',
      provider: 'simulator',
      scriptUrl: '/no-such-script.js',
    },
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(button).not.toHaveAttribute('aria-disabled', 'true')
})

test('a card already held is not asked for again', async () => {
  await show({
    'GET /api/payments/due/{jobId}': {
      ...due,
      state: 'held',
      heldAmount: '129.99',
      card: { brand: 'Visa', last4: '4242' },
    },
  })
  await expect.element(page.getByText('Visa ending in 4242')).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
})

test('a held amount adjusted since is shown beside the current one, with the reason', async () => {
  await show({
    'GET /api/jobs/{id}': {
      ...job,
      cost: {
        ...job.cost,
        amount: '100.00',
        due: '100.00',
        held: '129.99',
        adjustments: [{ kind: 'discount_applied', amount: '-29.99', at: null }],
      },
    },
    'GET /api/payments/due/{jobId}': {
      ...due,
      amount: '100.00',
      state: 'held',
      heldAmount: '129.99',
    },
  })
  await expect.element(page.getByText(/^\$129\.99 has been pre-authorized\./)).toBeVisible()
  await expect.element(page.getByText('The price is now $100.00.')).toBeVisible()
  await expect.element(page.getByText('Discount: -$29.99')).toBeVisible()
})

test('the paid amount has a row only if it is not zero', async () => {
  await show()
  await expect.element(page.getByText('Service details')).toBeVisible()
  expect(page.getByRole('term').filter({ hasText: 'Paid' }).elements()).toHaveLength(0)
})
