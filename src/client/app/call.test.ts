import { expect, test } from 'vitest'
import { serverTimeHeader } from '#shared/rules/server-time.ts'
import { takeAnswer } from './call.ts'

const headers = { [serverTimeHeader]: '2026-11-28T15:00:00.000Z' }

test.each([200, 302, 401, 403, 404, 405, 407, 408, 413, 421, 425, 431, 451, 500, 502])(
  'an answer with status %s that lacks the mark is no network',
  async (status) => {
    const page = new Response('<h1>Sign in to the Wi-Fi</h1>', { status })
    const body = { message: 'Blocked', code: 'forbidden' }
    for (const answer of [page, Response.json(body, { status })])
      await expect(takeAnswer(answer)).rejects.toMatchObject({ status: 0 })
  },
)

test.each([400, 403, 404, 409, 413, 429, 503])('a marked refusal %s is one', async (status) => {
  const refused = Response.json({ message: 'Not now.', code: 'conflict' }, { status, headers })
  await expect(takeAnswer(refused)).rejects.toMatchObject({ status, message: 'Not now.' })
  // Not in the form of our errors, or cut short.
  const other = new Response('<h1>Error</h1>', { status, headers })
  await expect(takeAnswer(other)).rejects.toMatchObject({ status: 0 })
})
