import type { FastifyReply } from 'fastify'
import { currentSettings, settingsVersion } from '#server/base/current-settings.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import type { adminSettings } from '#shared/contract/settings.ts'
import { changeSettings } from './actions/change-settings.ts'
import { planTaxRate } from './actions/plan-tax-rate.ts'
import { undoChange } from './actions/undo-change.ts'
import { logoPicture, newestJob, shownChanges } from './queries.ts'
import type { logos } from '#shared/contract/logo.ts'
import { storeLogo } from './actions/store-logo.ts'
import { now } from '#server/base/clock.ts'
import { inLanguage } from '#server/base/language.ts'
import { countToday } from '#server/database/daily-counts.ts'
import { recipientsById } from '#server/events/recipients.ts'
import { previewMessage } from '#server/events/custom-messages.ts'
import { queueMail } from '#server/features/notifications/actions/queue-mail.ts'
import { Conflict, Invalid, NotFound, TooMany } from '#server/http/errors.ts'
import type { messageWords } from '#shared/contract/editable-messages.ts'
import { messageById, type MessageId, type MessageWords } from '#shared/rules/editable-messages.ts'
import { phrase } from '#shared/texts/t.ts'

export const settingsRoutes = {
  'GET /api/admin/settings': ({ reply }) => sendSettings(reply),

  'PUT /api/admin/settings': async ({ body, person, request, reply }) => {
    await changeSettings(body, person.id, { seen: wantedVersion(request) })
    return sendSettings(reply)
  },

  'PATCH /api/admin/tax-rate': async ({ body, person, request }) => {
    const { first, changes } = await planTaxRate(person.id, body, wantedVersion(request))
    return { rateBp: first, changes: changes.map(({ from, value }) => ({ from, rateBp: value })) }
  },

  'GET /api/admin/settings/changes': ({ query }) => shownChanges(query.before),

  'POST /api/admin/settings/changes/{id}/undo': ({ params, person }) =>
    undoChange(params.id, person.id),

  'POST /api/admin/logo': ({ body }) => storeLogo(body),

  'GET /api/logo/{id}': async ({ params, query }) => ({
    file: 'image' as const,
    type: 'image/png',
    bytes: await logoPicture(params.id, query.size),
    isPublic: true as const,
  }),

  'POST /api/admin/message-words/preview': ({ body: { message, ...words } }) =>
    preview(message, words),

  'POST /api/admin/message-words/test': async ({ person, body: { message, ...words } }) => {
    await assertFewTests(person.id)
    const { subject, body, title } = await preview(message, words)
    const to = (await recipientsById([person.id])).get(person.id)?.email
    if (!to) throw new Conflict(phrase('Your account has no e-mail address.'))
    await queueMail({ to, subject: subject || title, body })
    return { email: to }
  },
} satisfies HandlersOf<typeof adminSettings & typeof logos & typeof messageWords>

function sendSettings(reply: FastifyReply) {
  const version = settingsVersion()
  setVersion(reply, version)
  return { ...currentSettings(), version }
}

/** Test mails per person and hour. */
const mostInAnHour = 10
const hourMs = 3_600_000

async function assertFewTests(personId: string): Promise<void> {
  const hour = now().toISOString().slice(11, 13)
  if (await countToday(`message test ${hour}h`, personId, mostInAnHour)) return
  throw new TooMany(
    phrase('{count} test messages were sent within an hour. Please wait.', { count: mostInAnHour }),
    { retryAfterSeconds: Math.ceil((hourMs - (now().getTime() % hourMs)) / 1000) },
  )
}

/** A message as the customer of the newest visit would get it. Throws NotFound if there is no visit yet. */
async function preview(id: MessageId, words: MessageWords) {
  const message = messageById(id)
  const job = await newestJob()
  if (!message) throw new Invalid()
  if (!job) throw new NotFound(phrase('There is no visit yet to preview it with.'))
  return inLanguage(null, () => ({
    ...previewMessage(message, words, job),
    title: message.title,
  }))
}
