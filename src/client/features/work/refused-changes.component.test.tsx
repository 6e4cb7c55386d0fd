import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/app/queries.ts'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { emptyOutbox } from '#client/testing/test-outbox.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal, unreachable } from '#client/testing/test-server.ts'
import { RefusedChanges } from './refused-changes.tsx'
import { UnsentBadge } from './unsent-badge.tsx'

const notes = 'PUT /api/jobs/{id}/notes'
const checklist = 'PUT /api/jobs/{id}/checklist'
const job = aJob({ status: 'in_progress' })
const person = aPerson({ role: 'technician' })

beforeEach(emptyOutbox)

const show = (answers: Answers) =>
  showPage(
    <>
      <UnsentBadge />
      <RefusedChanges jobId={job.id} />
    </>,
    // The job is requested after any late refusal.
    { person, answers: { 'GET /api/jobs/{id}': job, ...answers } },
  )

/** Changes made offline: the notes, then a tick. */
async function workOffline() {
  await workOutbox.open(person.id)
  const written = workOutbox.add(job.id, { kind: 'notes', body: { technicianNotes: 'Plug worn' } })
  const ticked = workOutbox.add(job.id, { kind: 'checklist', body: { items: ['oil_drained'] } })
  expect((await Promise.all([written, ticked])).map(({ state }) => state)).toEqual([
    'waiting',
    'waiting',
  ])
}

test('the badge counts waiting changes, and lists them', async () => {
  const { server } = await show({ [notes]: unreachable, [checklist]: unreachable })
  await workOffline()
  await page.getByRole('button', { name: '2 changes waiting to be sent' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/Plug worn/)
  server.answer({ [notes]: job, [checklist]: job })
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect.element(page.getByRole('heading', { name: 'Everything is sent' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('a refused change shows why, holds later ones back, and can be dropped', async () => {
  const { server } = await show({ [notes]: unreachable, [checklist]: unreachable })
  await workOffline()
  const sentBefore = server.asked(checklist).length
  server.answer({ [notes]: refusal('conflict', 'This visit was cancelled.'), [checklist]: job })
  dispatchEvent(new Event('online'))
  const banner = page.getByRole('alert')
  await expect.element(banner).toMatchTextContent(/This visit was cancelled\..*Plug worn/)
  await expect
    .element(banner)
    .toMatchTextContent('Later changes to this job wait until you decide.')
  expect(server.asked(checklist)).toHaveLength(sentBefore)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(banner).not.toBeInTheDocument()
  await expect.poll(() => server.asked(checklist).length).toBe(sentBefore + 1)
})

test('retrying a refused change sends exactly the same one', async () => {
  const { server } = await show({ [notes]: unreachable, [checklist]: unreachable })
  await workOffline()
  server.answer({ [notes]: refusal('conflict', 'Not now.'), [checklist]: job })
  dispatchEvent(new Event('online'))
  await expect.element(page.getByRole('alert')).toMatchTextContent('Not now.')
  server.answer({ [notes]: job })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  // So that later changes do not leak into the next test.
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  expect(new Set(server.asked(notes).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('no change of a reassigned visit counts as pending', async () => {
  const { server } = await show({ [notes]: unreachable, [checklist]: unreachable })
  await workOffline()
  await expect.element(page.getByRole('button', { name: /waiting to be sent/ })).toBeVisible()
  queryClient.setQueryData(['GET /api/jobs/technician'], [])
  server.answer({ [notes]: refusal('not_found', 'Job not found.') })
  dispatchEvent(new Event('online'))
  await expect.element(page.getByRole('alert')).toMatchTextContent('Job not found.')
  await expect
    .element(page.getByRole('button', { name: /waiting to be sent/ }))
    .not.toBeInTheDocument()
})

test('miles that the server asks about are confirmed from the notice', async () => {
  const measurements = 'PUT /api/jobs/{id}/measurements'
  const { server } = await show({ [measurements]: unreachable })
  await workOutbox.open(person.id)
  await workOutbox.add(job.id, { kind: 'measurements', body: { odometerMiles: 452_000 } })
  const details = { reason: 'confirm', before: { date: '2026-01-05', miles: 45_200 } }
  server.answer({ [measurements]: refusal('conflict', 'Ten times as many.', details) })
  dispatchEvent(new Event('online'))
  const confirm = page.getByRole('button', { name: 'Yes, 452,000 mi' })
  await expect.element(confirm).toBeVisible()
  server.answer({ [measurements]: { ...job, odometerMiles: 452_000 } })
  await confirm.click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect
    .poll(() => server.asked(measurements).at(-1)?.body)
    .toEqual({ odometerMiles: 452_000, confirmed: true })
})
