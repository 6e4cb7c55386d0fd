import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

test.each([
  [{ quantity: 0 }, 'Quantity: At least 1, please.'],
  [{ quantity: 1.5 }, 'Quantity: Please give a whole number.'],
  [{ quantity: 1e21 }, 'Quantity: This number is too large.'],
  [{ description: '\u200B\u3164' }, 'Please describe the extra service'],
  [{ quantity: 'two' }, 'Quantity: Please give a number.'],
  [{ description: 'x'.repeat(5000) }, /^Description: At most \d+ characters, please\.$/],
])('an extra with %j is refused with a sentence that names the field', async (wrong, message) => {
  const body = { serviceType: 'other', description: 'Cap', unitPrice: '9.99', ...wrong }
  const technician = await app.as('technician')
  const params = { id: '00000000-0000-4000-8000-000000000000' }
  const answer = await technician.call('POST /api/jobs/{id}/extras', { params, body })
  expect([answer.status, answer.body.message]).toEqual([
    400,
    typeof message === 'string' ? message : expect.stringMatching(message),
  ])
})

test.each(['0', '201', '1.5', 'many', '9007199254740993'])(
  'a page of %s rows is refused once, with the allowed range',
  async (limit) => {
    const admin = await app.as('admin')
    const { status, body } = await admin.call(`GET /api/payments?limit=${limit}`)
    const message = 'Please give a whole number from 1 to 200 for limit.'
    expect([status, body.message]).toEqual([400, message])
    expect(body.details.fields).toEqual([{ path: 'limit', message }])
  },
)

test('an adjustment with two problems gets one message', async () => {
  const admin = await app.as('admin')
  const answer = await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId: '00000000-0000-4000-8000-000000000000' },
    body: { amount: '-1', reason: 'discount' },
  })
  const { fields } = answer.body.details
  expect(fields.filter(({ path }: { path: string }) => path === 'amount')).toHaveLength(1)
})
