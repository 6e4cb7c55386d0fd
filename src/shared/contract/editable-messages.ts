import * as z from 'zod/mini'
import {
  editableMessages,
  type EditableMessage,
  messageById,
  wordsProblem,
} from '../rules/editable-messages.ts'
import { text, wording } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'

const words = {
  subject: z.string().check(z.trim(), z.maxLength(150)),
  body: z.string().check(z.trim(), z.maxLength(3000)),
}
const ids = editableMessages.map(({ id }) => id)
const MessageName = z.enum(ids, text('There is no such message'))

/** Rejects unknown placeholders and texts missing a required one, at the field concerned. */
const checkWords =
  (messageOf: (value: { subject: string; body: string }) => EditableMessage | undefined) =>
  ({ value, issues }: { value: { subject: string; body: string }; issues: unknown[] }) => {
    const message = messageOf(value)
    const problem = message && wordsProblem(message, value)
    if (!problem) return
    const { path, refusal } = problem
    issues.push({ code: 'custom', path: [path], message: wording(refusal), input: value })
  }

/** The form of one message's text. */
export const wordsFormOf = (message: EditableMessage) =>
  z.strictObject(words).check(checkWords(() => message))

/** Texts by message; messages not listed use the built-in text. */
export const AllMessageWords = z
  .record(z.string(), z.strictObject(words))
  .check(({ value, issues }) => {
    for (const [id, own] of Object.entries(value)) {
      const message = messageById(id)
      const problem = message && wordsProblem(message, own)
      if (message && !problem) continue
      issues.push({
        code: 'custom',
        path: problem ? [id, problem.path] : [id],
        message: problem ? wording(problem.refusal) : text('There is no such message'),
        input: value,
      })
    }
  })

const WordsToTry = z
  .strictObject({ message: MessageName, ...words })
  .check(checkWords((value) => messageById((value as { message?: string }).message ?? '')))

const Shown = z.object({ subject: z.string(), body: z.string(), title: z.string() })

export const messageWords = endpoints({
  'POST /api/admin/message-words/preview': {
    summary: 'Preview of a message with this text, for the customer of the newest visit',
    allow: ['admin'],
    changes: [],
    body: WordsToTry,
    response: Shown,
    errors: [404],
  },
  'POST /api/admin/message-words/test': {
    summary: 'The preview, mailed to the caller; text messages also come as mail',
    allow: ['admin'],
    changes: [],
    body: WordsToTry,
    response: z.object({ email: z.string() }),
    errors: [404, 409],
  },
})
