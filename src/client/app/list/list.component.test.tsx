import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refreshThings, useCall } from '#client/app/queries.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, unreachable } from '#client/testing/test-server.ts'
import type { Review } from '#shared/contract/admin.ts'
import { List } from './list.tsx'

const route = 'GET /api/reviews/recent'
const reviews: Review[] = [
  { id: '1', rating: 5, comment: 'Spotless', customerName: 'Walt', createdAt: '2026-05-01' },
]

function Reviews() {
  const list = useCall(route)
  return (
    <List
      list={list}
      failed="No reviews came"
      retryLabel="Once more"
      empty={<p>Nobody said a word</p>}
    >
      {(items) => items.map(({ id, comment }) => <p key={id}>{comment}</p>)}
    </List>
  )
}

const show = (answers: Answers) => showPage(<Reviews />, { answers })

test('a list is loading, then full', async () => {
  let go = () => {}
  const wait = new Promise<void>((resolve) => (go = resolve))
  await show({ [route]: () => wait.then(() => reviews) })
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  go()
  await expect.element(page.getByText('Spotless')).toBeVisible()
  expect(page.getByRole('status', { name: 'Loading' }).elements()).toEqual([])
})

test('an empty list shows its empty text', async () => {
  await show({ [route]: [] })
  await expect.element(page.getByText('Nobody said a word')).toBeVisible()
})

test('a failed list shows the reason and can be retried', async () => {
  const { server } = await show({ [route]: unreachable })
  await expect.element(page.getByText('No reviews came')).toBeVisible()
  await expect.element(page.getByText(/^No connection/)).toBeVisible()
  server.answer({ [route]: reviews })
  await page.getByRole('button', { name: 'Once more' }).click()
  await expect.element(page.getByText('Spotless')).toBeVisible()
})

test('a failed refetch leaves the list unchanged, silently', async () => {
  const { server } = await show({ [route]: reviews })
  await expect.element(page.getByText('Spotless')).toBeVisible()
  server.answer({ [route]: unreachable })
  const before = server.asked(route).length
  refreshThings(['reviews'])
  await expect.poll(() => server.asked(route).length).toBeGreaterThan(before)
  await expect.element(page.getByText('Spotless')).toBeVisible()
  expect(page.getByRole('button', { name: 'Once more' }).elements()).toEqual([])
})
