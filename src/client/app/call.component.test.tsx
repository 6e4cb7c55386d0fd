import { useCall } from '#client/app/queries.ts'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { emptyOutbox } from '#client/testing/test-outbox.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { serverTimeHeader } from '#shared/rules/server-time.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { workOutbox } from './work/work-outbox.ts'

const route = 'GET /api/jobs/{id}'
const job = aJob({ status: 'in_progress' })
const person = aPerson({ role: 'technician' })

function Visit() {
  const { data, error } = useCall(route, { params: { id: job.id } })
  return <p>{error ? `${error.status}: ${error.message}` : (data?.number ?? 'loading')}</p>
}

const portal = (status: number) =>
  new Response('<!doctype html><h1>Sign in to the Wi-Fi</h1>', {
    status,
    headers: { 'content-type': 'text/html' },
  })
const statuses = [200, 404, 407]
const answers: [string, Response][] = [
  ...statuses.map((status): [string, Response] => [`HTML ${status}`, portal(status)]),
  ['JSON 200', Response.json({ number: 'FQ-9999' })],
  ['JSON 404', Response.json({ message: 'No such host', code: 'not_found' }, { status: 404 })],
  [
    'a marked answer that is cut short',
    new Response('{"number": "FQ-9', { headers: { [serverTimeHeader]: new Date().toISOString() } }),
  ],
]

test.each(answers)('%s is no network for a read, which is repeated', async (_, answer) => {
  const { server } = await showPage(<Visit />, { person, answers: { [route]: answer } })
  await expect.element(page.getByText(/^0: No connection/)).toBeVisible()
  server.answer({ [route]: job })
  await expect.element(page.getByText(job.number)).toBeVisible()
})

test.each(answers)('%s is no network for a change, which waits and is sent', async (_, answer) => {
  await emptyOutbox()
  const notes = 'PUT /api/jobs/{id}/notes'
  const { server } = await showPage(<p>Visit</p>, {
    person,
    answers: { [notes]: answer, [route]: job },
  })
  await workOutbox.open(person.id)
  const change = { kind: 'notes', body: { technicianNotes: 'Plug worn' } } as const
  expect(await workOutbox.add(job.id, change)).toEqual({ state: 'waiting' })
  server.answer({ [notes]: job })
  await expect.poll(() => workOutbox.state.get().entries, { timeout: 5000 }).toEqual([])
})

test('a refusal of the server is a refusal', async () => {
  await showPage(<Visit />, {
    person,
    answers: { [route]: refusal('not_found', 'Job not found.') },
  })
  await expect.element(page.getByText('404: Job not found.')).toBeVisible()
})
