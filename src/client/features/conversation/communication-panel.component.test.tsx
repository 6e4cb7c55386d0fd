import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/app/queries.ts'
import { aBusiness, aJob, aMessage, aPerson } from '#client/testing/test-data.ts'
import { emptyOutbox } from '#client/testing/test-outbox.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, type Asked, refusal, unreachable } from '#client/testing/test-server.ts'
import type { Communication } from '#shared/contract/conversation.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { CommunicationPanel } from './communication-panel.tsx'

const send = 'POST /api/jobs/{id}/send-message'
const customer = aPerson()
const technician = aPerson({ role: 'technician', firstName: 'Marcus', lastName: 'Webb' })
const party = ({ id, firstName, lastName }: typeof customer) => ({
  id,
  name: `${firstName} ${lastName}`,
  phone: '',
  email: null,
})

const visit = (part: Partial<Job> = {}) =>
  aJob({
    customerId: customer.id,
    technicianId: technician.id,
    customer: party(customer),
    technician: party(technician),
    status: 'assigned',
    communicationActive: true,
    ...part,
  })

const fromTechnician = (part: Partial<Communication> = {}) =>
  aMessage({ fromUserId: technician.id, toUserId: customer.id, ...part })

type Shown = { as?: typeof customer; job?: Job; business?: PublicConfig; answers?: Answers }

async function show(
  entries: Communication[],
  { as = customer, job = visit(), business, answers }: Shown = {},
) {
  const shown = await showPage(<CommunicationPanel job={job} role={as.role ?? 'customer'} />, {
    person: as,
    ...(business && { business }),
    answers: {
      'GET /api/jobs/{id}/communications': () => Promise.resolve(entries),
      // Like the server; unread messages cause repeated events.
      'PATCH /api/jobs/{id}/communications/read': () => {
        entries = entries.map((entry) => ({ ...entry, readAt: entry.readAt ?? entry.createdAt }))
        return { success: true }
      },
      ...answers,
    },
  })
  /** The server's stored form of a message. */
  const store = async ({ body: { message, clientId } }: Asked<typeof send>) => {
    const parties = { fromUserId: customer.id, toUserId: technician.id }
    const stored = aMessage({
      direction: 'inbound',
      ...parties,
      message,
      clientId: clientId ?? null,
    })
    entries = [...entries, stored]
    return stored
  }
  return { ...shown, store }
}

const box = page.getByRole('textbox', { name: 'Message' })
const log = page.getByRole('log', { name: 'Messages' })

beforeEach(emptyOutbox)

test('messages are in order, with author, channel and time', async () => {
  await show([
    aMessage({ type: 'system_notification', message: 'Your technician is on the way' }),
    fromTechnician({ message: 'Ten minutes' }),
  ])
  await expect.element(log).toMatchTextContent(/on the way.*Ten minutes.*Marcus · SMS · Received/)
})

test('a message that waited for a signal shows both sides when it was written, and when it arrived', async () => {
  const late = fromTechnician({
    message: 'Ten minutes',
    createdAt: '2026-05-04T14:02:00.000Z',
    receivedAt: '2026-05-04T17:00:00.000Z',
  })
  const first = await show([late])
  await expect
    .element(log)
    .toMatchTextContent(/Marcus · SMS · Written [^·]*9:02\sAM · Received · [^·]*12:00\sPM$/)
  await first.unmount()
  await show([late], { as: technician })
  await expect
    .element(log)
    .toMatchTextContent(/You · SMS · Written [^·]*9:02\sAM · Sent · [^·]*12:00\sPM$/)
})

test('offline, loaded messages are shown without an error', async () => {
  const { server } = await show([fromTechnician({ message: 'Ten minutes' })])
  await expect.element(log).toMatchTextContent(/Ten minutes/)
  server.answer({ 'GET /api/jobs/{id}/communications': unreachable })
  await queryClient.refetchQueries()
  await expect.element(log).toMatchTextContent(/Ten minutes/)
  await expect.element(page.getByText(/could not be loaded/)).not.toBeInTheDocument()
})

test('a message appears at once and is sent once, with Enter', async () => {
  const { server, store } = await show([fromTechnician()])
  server.answer({ [send]: store })
  await box.fill('The gate code is 4821')
  await userEvent.keyboard('{Enter}')
  await expect.element(log).toMatchTextContent('The gate code is 4821')
  await expect.element(page.getByText('Message Sent')).toBeVisible()
  await expect.element(box).toHaveValue('')
  expect(server.asked(send).map(({ body }) => body.message)).toEqual(['The gate code is 4821'])
})

test('Shift+Enter adds a line', async () => {
  const { server } = await show([fromTechnician()])
  await box.fill('One')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}Two')
  await expect.element(box).toHaveValue('One\nTwo')
  expect(server.asked(send)).toEqual([])
})

test('an unsent message stays, and can be retried or discarded', async () => {
  const { server, store } = await show([fromTechnician()])
  server.answer({ [send]: unreachable })
  await box.fill('First')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Not sent')).toBeVisible()
  server.answer({ [send]: store })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Not sent')).not.toBeInTheDocument()
  const [first, second] = server.asked(send)
  expect(second?.body.clientId).toBe(first?.body.clientId)

  server.answer({ [send]: refusal('conflict', 'This conversation has ended.') })
  await box.fill('Second')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByText('Second')).not.toBeInTheDocument()
})

test('a quick reply is sent with one press', async () => {
  const { server, store } = await show([fromTechnician()])
  server.answer({ [send]: store })
  await page.getByRole('button', { name: 'Running Late' }).click()
  await expect.element(log).toMatchTextContent('Running Late')
  expect(server.asked(send)).toHaveLength(1)
})

test('typed text survives leaving the page', async () => {
  const job = visit()
  const first = await show([fromTechnician()], { job })
  // Wait until the conversation has loaded before leaving.
  await expect.element(log).toMatchTextContent('I am at the gate')
  await box.fill('Half a sen')
  await expect.element(box).toHaveValue('Half a sen')
  await first.unmount()
  await show([fromTechnician()], { job })
  await expect.element(box).toHaveValue('Half a sen')
})

test('seen messages are marked read, up to the last one', async () => {
  const entries = [fromTechnician(), fromTechnician({ message: 'Here now' })]
  const { server } = await show(entries)
  const read = 'PATCH /api/jobs/{id}/communications/read'
  await expect.poll(() => server.asked(read)[0]?.body.upTo).toBe(entries[1]?.id)
})

test("a technician's offline message waits on the phone and is sent later, once", async () => {
  const { server, store } = await show([fromTechnician()], { as: technician })
  server.answer({ [send]: unreachable })
  await box.fill('Two streets away')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Waiting for a signal')).toBeVisible()
  server.answer({ [send]: store })
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Waiting for a signal')).not.toBeInTheDocument()
  const keys = new Set(server.asked(send).map(({ idempotencyKey }) => idempotencyKey))
  expect(keys.size).toBe(1)
})

test('after the visit the conversation is closed', async () => {
  await show([fromTechnician()], {
    job: visit({ status: 'completed', communicationActive: false }),
  })
  await expect.element(log).toMatchTextContent('I am at the gate')
  await expect.element(box).not.toBeInTheDocument()
})

test('the technician sees whom calls and texts reach, and how many texts a message is billed as', async () => {
  const contact = { ...party(customer), name: 'Rui Costa', phone: '+15125550177' }
  const { server } = await show([], {
    as: technician,
    job: visit({ customer: contact }),
    business: aBusiness({ telephony: true }),
    answers: { [send]: async () => ({ ...fromTechnician(), texted: true }) },
  })
  const reached = 'Calls and texts reach Rui Costa, (512) 555-0177.'
  await expect.element(page.getByText(reached)).toBeVisible()
  expect(page.getByText(/billed as/).elements()).toEqual([])
  await userEvent.fill(box, 'a')
  await expect
    .element(page.getByText(/^1 character\. .* billed as up to [12] texts?\.$/))
    .toBeVisible()
  await userEvent.fill(box, 'a'.repeat(300))
  await expect
    .element(page.getByText(/^300 characters\. .* billed as up to 3 texts\.$/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Send SMS' }).click()
  await expect.element(page.getByText('We text it to Rui Costa too.')).toBeVisible()
  expect(server.asked(send)[0]?.body).toMatchObject({ asText: true })
})

test('without texts from here, only whom calls reach is shown; customers see neither', async () => {
  const contact = { ...party(customer), phone: '+15125550177' }
  await show([], { as: technician, job: visit({ customer: contact }) })
  await userEvent.fill(box, 'a')
  await expect
    .element(page.getByText(/^Calls and texts reach .*, \(512\)\s555-0177\.$/))
    .toBeVisible()
  expect(page.getByText(/billed as/).elements()).toEqual([])
})
