import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

test('the card form of the simulator needs nothing from outside', async () => {
  const { body } = await app.call('GET /api/payments/config')
  expect(body).toMatchObject({ provider: 'simulator', scriptUrl: expect.stringMatching(/^\/\w/) })
  const script = await app.call(`GET ${body.scriptUrl}`)
  expect(script.text).not.toMatch(/https?:\/\/(?!localhost)/)
})

test('its frame runs in our own pages only, without inline scripts', async () => {
  const { headers, text } = await app.call('GET /simulator/card-frame')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toMatch(/https:|\*/)
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<[^>]+\son\w+=/i)
})

test('a card number never reaches the server', async () => {
  const card = { outcome: 'approved', brand: 'Visa', last4: '1111', number: '4111111111111111' }
  const answer = await app.call('POST /simulator/tokens', { body: card })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
  const asText = await app.call('POST /simulator/tokens', { body: 'x'.repeat(300) })
  expect(asText.status).toBe(413)
})
