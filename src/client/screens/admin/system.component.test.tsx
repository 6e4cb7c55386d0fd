import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import type { CardNetworkEvent, CardNetworkState } from '#shared/contract/card-network.ts'
import type { SystemState } from '#shared/contract/diagnostics.ts'
import System from './system.tsx'

const network = 'GET /api/admin/card-network'
const failed = 'GET /api/admin/failed-tasks'
const events = 'GET /api/admin/card-network/events'
const square: CardNetworkState = {
  provider: 'square',
  environment: 'production',
  webhookUrl: 'https://oil.example.com/api/payments/webhook',
  check: {
    state: 'refused',
    facts: ['Square does not know the location L1.'],
    at: '2026-11-23T15:00:00.000Z',
  },
}
const anEvent = (part: Partial<CardNetworkEvent> = {}): CardNetworkEvent => ({
  id: newId(),
  type: 'refund.updated',
  at: '2026-11-23T15:00:00.000Z',
  job: { id: newId(), number: 'FQ-1042' },
  replayedAt: null,
  ...part,
})
const system: SystemState = {
  version: '0.1.0',
  node: 'v24.0.0',
  startedAt: '2026-11-23T12:00:00.000Z',
  database: { engine: 'embedded', version: '18.3', bytes: 52_428_800, answeredMs: 2 },
  queue: { due: 0, oldestDueAt: null, failed: 0 },
  diskFreeBytes: 12_000_000_000,
  backups: {
    count: 3,
    newest: { madeAt: '2026-11-23T09:20:00.000Z', bytes: 2_400_000 },
    encrypted: false,
  },
  mail: 'kept',
  texts: 'kept',
  cards: 'simulator',
  router: null,
  optimizer: null,
}
const show = (answers: Answers = {}) =>
  showPage(<System />, {
    answers: {
      [network]: square,
      [events]: [],
      [failed]: [],
      'GET /api/admin/system': system,
      ...answers,
    },
  })

test('problems of the account are shown, and rechecked on request', async () => {
  const check = 'POST /api/admin/card-network/check'
  await show({ [check]: refusal('unavailable', 'Later.') })
  await expect.element(page.getByText('Needs attention')).toBeVisible()
  await expect.element(page.getByText('Square does not know the location L1.')).toBeVisible()
  await expect.element(page.getByText('https://oil.example.com/api/payments/webhook')).toBeVisible()
  await expect.element(page.getByText('No webhooks received yet')).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect.element(page.getByText('Later.')).toBeVisible()
})

test.each([
  ['simulator', /Cards are simulated here/],
  [null, /No card network is connected/],
] as const)('with %s it shows that', async (provider, words) => {
  await show({ [network]: { provider, environment: null, webhookUrl: null, check: null } })
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Check now' })).not.toBeInTheDocument()
})

test('a webhook about a visit is read again; one about nothing of ours is listed', async () => {
  const [ours, theirs] = [anEvent(), anEvent({ type: 'catalog.version.updated', job: null })]
  const replay = `POST /api/admin/card-network/events/{id}/replay` as const
  const { server } = await show({ [events]: [ours, theirs], [replay]: { success: true } })
  await expect.element(page.getByText('catalog.version.updated')).toBeVisible()
  await page.getByRole('button', { name: /Read again: A refund changed, FQ-1042/ }).click()
  await expect.element(page.getByText('Refreshed')).toBeVisible()
  expect(server.asked(replay)).toMatchObject([{ params: { id: ours.id } }])
})

test('the running version is shown, with waiting or failed tasks and undelivered mail', async () => {
  await show()
  await expect.element(page.getByText('None waiting')).toBeVisible()
  await expect.element(page.getByText('50 MB')).toBeVisible()
})

test('so are waiting or failed tasks, and undelivered mail', async () => {
  await show({
    'GET /api/admin/system': {
      ...system,
      queue: { due: 3, oldestDueAt: '2026-11-23T14:00:00.000Z', failed: 2 },
      mail: 'none',
    },
  })
  await expect.element(page.getByText(/3 waiting since .*; 2 failed/)).toBeVisible()
  await expect.element(page.getByText('No provider connected: lost')).toBeVisible()
})

const at = '2026-11-23T15:00:00.000Z'
test.each([
  [null, 'Estimated from the distance'],
  [
    { answeredAt: null, problem: null, answer: null },
    'From the routing server, which was not asked yet',
  ],
  [{ answeredAt: at, problem: null, answer: null }, 'From the routing server'],
  [
    { answeredAt: at, problem: 'unreadable', answer: null },
    /^The address of the routing server leads to something else \(.*9:00 AM.*\)\. Drives/,
  ],
  [
    { answeredAt: at, problem: 'refused', answer: 'NoTable' },
    /^The routing server refused: NoTable \(/,
  ],
] as const)('drive times of %j', async (router, words) => {
  await show({ 'GET /api/admin/system': { ...system, router } })
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})

test.each([
  [null, 'By our own method'],
  [{ answeredAt: at, problem: null, answer: null }, 'By the optimization server'],
  [
    { answeredAt: at, problem: 'implausible', answer: null },
    /^The optimization server proposed routes that cannot be driven \(.*9:00 AM.*\)\. Our own/,
  ],
  [{ answeredAt: at, problem: 'refused', answer: '3' }, /^The optimization server refused: 3 \(/],
] as const)('who optimizes days, with %j', async (optimizer, words) => {
  await show({ 'GET /api/admin/system': { ...system, optimizer } })
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})

test('on a phone a long problem has half of the width', async () => {
  await page.viewport(390, 844)
  await show({
    'GET /api/admin/system': {
      ...system,
      router: { answeredAt: at, problem: 'implausible', answer: null },
    },
  })
  const value = page.getByText(/^Some drives of the routing server are impossible/)
  await expect.element(value).toBeVisible()
  const [list, shown] = [value.element().parentElement, value.element()]
  expect(shown.clientWidth).toBeGreaterThan((list?.clientWidth ?? 0) * 0.4)
})

test('failed tasks are retried', async () => {
  const task = {
    id: newId(),
    name: 'send-mail',
    failedAt: '2026-11-23T15:00:00.000Z',
    tries: 6,
    reason: 'connect ECONNREFUSED',
  }
  const again = 'POST /api/admin/failed-tasks/{id}/retry'
  const { server } = await show({ [failed]: [task], [again]: { retried: true } })
  await expect.element(page.getByText('connect ECONNREFUSED')).toBeVisible()
  await expect
    .element(page.getByText(/^3 kept, the newest made .*2\.4 MB; not encrypted$/))
    .toBeVisible()
  server.answer({ [failed]: [] })
  await page.getByRole('button', { name: /^Try send-mail of .* again$/ }).click()
  await expect.element(page.getByText('No tasks have failed.')).toBeVisible()
  expect(server.asked(again)[0]?.params).toEqual({ id: task.id })
})
