import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refreshThings, useCall } from '#client/app/queries.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal, unreachable } from '#client/testing/test-server.ts'
import { Loaded } from './loaded.tsx'

const reviews = 'GET /api/reviews/recent'
const config = 'GET /api/payments/config'
const cards = { applicationId: 'app', locationId: 'here', scriptUrl: '/cards.js' }
const none = { [reviews]: [], [config]: cards } as unknown as Answers

function Both({ missing }: { missing?: string }) {
  const parts = [useCall(reviews), useCall(config)] as const
  return (
    <Loaded parts={parts} loading="Coming" failed="Nothing came" missing={missing}>
      {(expected, { scriptUrl }) => `${expected.length} reviews, ${scriptUrl}`}
    </Loaded>
  )
}

const there = page.getByText('0 reviews, /cards.js')

test('the content waits for all of its calls', async () => {
  let go = () => {}
  const wait = new Promise<void>((resolve) => (go = resolve))
  await showPage(<Both />, { answers: { ...none, [reviews]: () => wait.then(() => []) } })
  await expect.element(page.getByText('Coming')).toBeVisible()
  go()
  await expect.element(there).toBeVisible()
})

test('a failed call shows its reason, and only that call is retried', async () => {
  const { server } = await showPage(<Both />, { answers: { ...none, [reviews]: unreachable } })
  await expect.element(page.getByText('Nothing came')).toBeVisible()
  await expect.element(page.getByText(/^No connection/)).toBeVisible()
  const before = server.asked(config).length
  server.answer(none)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(there).toBeVisible()
  expect(server.asked(config)).toHaveLength(before)
})

test('loaded content stays when a refetch fails', async () => {
  const { server } = await showPage(<Both />, { answers: none })
  await expect.element(there).toBeVisible()
  const before = server.asked(reviews).length
  server.answer({ [reviews]: unreachable })
  refreshThings(['reviews'])
  await expect.poll(() => server.asked(reviews).length).toBeGreaterThan(before)
  await expect.element(there).toBeVisible()
})

test('a missing item is shown as missing where the page supports it', async () => {
  const gone = { ...none, [reviews]: refusal('not_found', 'Not found') }
  await showPage(<Both missing="No such thing" />, { answers: gone })
  await expect.element(page.getByText('No such thing')).toBeVisible()
})

test('elsewhere it is a failure', async () => {
  const gone = { ...none, [reviews]: refusal('not_found', 'Not found') }
  await showPage(<Both />, { answers: gone })
  await expect.element(page.getByText('Nothing came')).toBeVisible()
})
