import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

test.each([
  [{ quantity: 0 }, 'Quantity: At least 1, please.'],
  [{ quantity: 1.5 }, 'Quantity: Please give a whole number.'],
  [{ quantity: 'two' }, 'Quantity: Please give a number.'],
  [{ description: 'x'.repeat(5000) }, /^Description: At most \d+ characters, please\.$/],
])('an extra with %j is refused in words that name the field', async (wrong, message) => {
  const body = { serviceType: 'other', description: 'Cap', unitPrice: '9.99', ...wrong }
  const technician = await app.as('technician')
  const params = { id: '00000000-0000-4000-8000-000000000000' }
  const answer = await technician.call('POST /api/jobs/{id}/extras', { params, body })
  expect([answer.status, answer.body.message]).toEqual([
    400,
    typeof message === 'string' ? message : expect.stringMatching(message),
  ])
})
