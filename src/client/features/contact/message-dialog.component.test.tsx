import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aPerson, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal, unreachable } from '#client/testing/test-server.ts'
import type { MessageThread } from '#shared/contract/contact.ts'
import MessageDialog from './message-dialog.tsx'

const read = 'GET /api/admin/messages/{id}'
const change = 'PATCH /api/admin/messages/{id}'
const reply = 'POST /api/admin/messages/{id}/reply'
const [ada, bo] = [
  { id: newId(), name: 'Ada One' },
  { id: newId(), name: 'Bo Two' },
]

const aMessage = (part: Partial<MessageThread> = {}): MessageThread => ({
  id: newId(),
  channel: 'form',
  textsStopped: false,
  texts: [],
  name: 'Olga <i>Open</i>',
  email: 'olga@example.com',
  phone: '+15125550144',
  subject: 'Hours',
  message: 'When?\n<b>Soon</b>',
  createdAt: '2026-05-04T15:00:00.000Z',
  customerId: null,
  job: null,
  assignedTo: null,
  status: 'open',
  doneAt: null,
  doneBy: null,
  replyCount: 0,
  replies: [],
  ...part,
})

async function open(message: MessageThread, answers: Answers = {}) {
  const onClose = vi.fn<() => void>()
  const shown = await showPage(<MessageDialog id={message.id} onClose={onClose} />, {
    person: aPerson({ role: 'admin' }),
    answers: {
      [read]: message,
      'GET /api/admin/team': [ada, bo].map((one) => ({ ...one, email: null, lastLoginAt: null })),
      ...answers,
    },
  })
  return { ...shown, onClose }
}

test('messages from strangers are shown as plain text, and a reply includes the version seen', async () => {
  const message = aMessage({
    job: { id: newId(), number: 'FQ-1042' },
    replyCount: 1,
    replies: [
      {
        id: newId(),
        author: bo,
        message: 'At eight.',
        createdAt: '2026-05-04T16:00:00.000Z',
        text: null,
      },
    ],
  })
  const { server, onClose } = await open(message, { [reply]: message })
  await expect.element(page.getByText(/<b>Soon<\/b>/)).toBeVisible()
  await expect.element(page.getByText(/^Bo Two, /)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'FQ-1042' }))
    .toHaveAttribute('href', `/admin/jobs/${message.job?.id}`)
  await userEvent.fill(page.getByLabelText('Your answer'), 'Or at nine.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(server.asked(reply)).toMatchObject([
    { params: { id: message.id }, body: { message: 'Or at nine.', seenReplies: 1 } },
  ])
})

test('a reply by text shows how many texts it is billed as while it is typed', async () => {
  await open(aMessage({ channel: 'sms' }))
  const box = page.getByLabelText('Your answer')
  await expect.element(page.getByText(/0 characters, billed as 1 text/)).toBeVisible()
  // Typographic quotes become plain ones when it is sent.
  await userEvent.fill(box, `“${'a'.repeat(158)}”`)
  await expect.element(page.getByText(/160 characters, billed as 1 text$/)).toBeVisible()
  await userEvent.fill(box, `${'a'.repeat(70)}Я`)
  await expect.element(page.getByText(/71 characters, billed as 2 texts$/)).toBeVisible()
})

test('a reply that came too late stays in the box, with the name of the first to reply', async () => {
  const said = 'Ada One has answered in the meantime. Please read that first.'
  await open(aMessage(), { [reply]: refusal('conflict', said) })
  await userEvent.fill(page.getByLabelText('Your answer'), 'At eight.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect.element(page.getByText(said)).toBeVisible()
  await expect.element(page.getByLabelText('Your answer')).toHaveValue('At eight.')
})

test('it is reassigned from the shown assignee, and marked done', async () => {
  const message = aMessage({ assignedTo: bo })
  const { server } = await open(message, { [change]: message })
  const box = page.getByLabelText('Assigned to')
  await expect.element(box).toHaveValue(bo?.id)
  await box.selectOptions('Ada One')
  await expect.poll(() => server.asked(change).length).toBe(1)
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect.poll(() => server.asked(change).length).toBe(2)
  expect(server.asked(change).map(({ body }) => body)).toEqual([
    { assignedTo: ada?.id, assignedFrom: bo?.id },
    { status: 'done' },
  ])
})

test('without an address there is no reply box, with the reason', async () => {
  await open(aMessage({ email: '', status: 'done', doneBy: ada }))
  await expect
    .element(page.getByText(/left no e-mail address, so you cannot reply from here\.$/))
    .toBeVisible()
  await expect.element(page.getByText(/by Ada One/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Open again' })).toBeVisible()
  await expect.element(page.getByLabelText('Your answer')).not.toBeInTheDocument()
})

const texted = {
  channel: 'sms',
  email: '',
  subject: 'Text message',
  texts: [
    { id: newId(), message: 'Late', attachments: 0, createdAt: '2026-05-04T15:00:00.000Z' },
    { id: newId(), message: 'Here', attachments: 2, createdAt: '2026-05-04T17:00:00.000Z' },
  ],
  replies: [
    {
      id: newId(),
      author: bo,
      message: 'No problem.',
      createdAt: '2026-05-04T16:00:00.000Z',
      text: 'failed',
    },
  ],
} as const

test('texts and replies are in order of time, and replies go by text', async () => {
  const message = aMessage({ ...texted, texts: [...texted.texts], replies: [...texted.replies] })
  const { server } = await open(message, { [reply]: message })
  const list = page.getByRole('list', { name: 'Conversation' })
  await expect.element(list).toBeVisible()
  expect(list.element().textContent).toMatch(
    /Late.*No problem\..*not delivered.*Here.*2 attachments/,
  )
  await expect.element(page.getByText(/^Texted to \(512\) 555-0144/)).toBeVisible()
  await userEvent.fill(page.getByLabelText('Your answer'), 'See you.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect.element(page.getByText('It goes to (512) 555-0144 as a text message.')).toBeVisible()
  expect(server.asked(reply)).toMatchObject([{ body: { message: 'See you.', seenReplies: 1 } }])
})

test('a customer who opted out of texts must be called', async () => {
  await open(aMessage({ ...texted, texts: [...texted.texts], replies: [], textsStopped: true }))
  await expect.element(page.getByText(/has opted out of texts/)).toBeVisible()
  await expect.element(page.getByLabelText('Your answer')).not.toBeInTheDocument()
})

test('a failed load shows a message and can be retried', async () => {
  const message = aMessage()
  const { server } = await open(message, { [read]: unreachable })
  await expect.element(page.getByText('The message could not be loaded')).toBeVisible()
  server.answer({ [read]: message })
  await page.getByRole('button', { name: /try again/i }).click()
  await expect.element(page.getByLabelText('Your answer')).toBeVisible()
})
