import { expect, test } from 'vitest'
import { inEnglish } from '../texts/t.ts'
import {
  builtInWords,
  editableMessages,
  fillWords,
  messageById,
  placeholders,
  wordsProblem,
} from './editable-messages.ts'

const values = Object.fromEntries(
  placeholders.map(({ name }) => [name, `<${name}>`]),
) as Parameters<typeof fillWords>[1]

test.each(editableMessages)('$id accepts its built-in text', (message) => {
  expect(wordsProblem(message, builtInWords)).toBeUndefined()
})

test.each([
  ['job_reminded.email', { subject: 'Tomorrow', body: 'Hi {customer}, see {link}' }, undefined],
  ['job_reminded.email', { subject: '', body: '{details}' }, 'subject'],
  ['job_reminded.email', { subject: '{tomorrow}', body: '{details}' }, 'subject'],
  ['job_reminded.email', { subject: '{details}', body: '{details}' }, 'subject'],
  ['job_reminded.email', { subject: 'Tomorrow', body: 'See you' }, 'body'],
  ['job_reminded.email', { subject: 'Tomorrow', body: '{details} {constructor}' }, 'body'],
  ['job_reminded.email', { subject: 'Tomorrow', body: '{details} {}' }, 'body'],
  ['job_cancelled.email', { subject: 'Gone', body: 'See {link}' }, 'body'],
  ['job_reminded.sms', { subject: '', body: 'See you at {time}' }, undefined],
  ['job_reminded.sms', { subject: '', body: ' ' }, 'body'],
  ['job_reminded.sms', { subject: '', body: 'x'.repeat(321) }, 'body'],
])('%s with %j is refused at %s', (id, words, path) => {
  const problem = wordsProblem(messageById(id)!, words)
  expect(problem?.path).toBe(path)
  if (problem) expect(inEnglish(problem.refusal)).not.toBe('')
})

test('only placeholders are replaced by their values', () => {
  expect(fillWords('{customer}: {time} {toString} { time }', values)).toBe(
    '<customer>: <time> {toString} { time }',
  )
  expect(fillWords('{customer}', { ...values, customer: '{price}' })).toBe('{price}')
})
