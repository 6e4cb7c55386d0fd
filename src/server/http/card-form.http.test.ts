import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

test("the simulator's card form loads nothing from outside", async () => {
  const { body } = await app.call('GET /api/payments/config')
  expect(body).toMatchObject({ provider: 'simulator', scriptUrl: expect.stringMatching(/^\/\w/) })
  const script = await app.call(`GET ${body.scriptUrl}`)
  expect(script.text).not.toMatch(/https?:\/\/(?!localhost)/)
})

test('neither does its wallet sheet, and no card number reaches the server from it', async () => {
  const script = await app.call('GET /simulator/wallet-sheet.js')
  expect(script.status).toBe(200)
  expect(script.text).not.toMatch(/https?:\/\/|<script|\son\w+=/)
  const card = { outcome: 'ok', brand: 'Visa', last4: '1111', wallet: 'apple_pay' }
  const minted = await app.call('POST /simulator/tokens', { body: card })
  expect([minted.status, minted.body.token]).toEqual([201, expect.stringMatching(/^cnon:sim_/)])
  const other = await app.call('POST /simulator/tokens', { body: { ...card, wallet: 'moon_pay' } })
  expect(other.status).toBe(400)
})

test('its frame runs only in our own pages, without inline scripts', async () => {
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

test("the form's words and practice cards are in the page's language", async () => {
  const contents = async (language: string) =>
    (await app.call('GET /simulator/contents', { query: { language } })).body
  const { cards, words } = await contents('es-US')
  expect(words['Card number']).toBe('Número de tarjeta')
  expect(cards[0]).toMatchObject({ number: '4111111111111111', does: 'Funciona' })
  expect((await contents('en-US')).cards[0].does).toBe('Works')
  expect((await contents('xx')).words['Card number']).toBe('Card number')
})
