import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { signInCodes } from '#server/database/tables/credentials.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp({ env: { NODE_ENV: 'production' } })

test('without a mail server asking for a code is refused', async () => {
  const asked = await app.call('POST /api/auth/email-code', { body: { email: 'ada@example.com' } })
  expect([asked.status, asked.body]).toEqual([
    503,
    {
      code: 'unavailable',
      message:
        'We cannot send e-mail at the moment. If it cannot wait, please write to us on our contact page.',
    },
  ])
  expect(await db().$count(signInCodes)).toBe(0)
})
