import { expect, test } from 'vitest'
import { readConfig } from './base/config.ts'
import { cardPageHeaders } from './start.ts'

const square = {
  SQUARE_ACCESS_TOKEN: 'token',
  SQUARE_APPLICATION_ID: 'sandbox-sq0idb-test',
  SQUARE_LOCATION_ID: 'L1',
  SQUARE_WEBHOOK_SIGNATURE_KEY: 'key',
  SQUARE_ENVIRONMENT: 'sandbox',
}

const policyOf = (env: Record<string, string>) => {
  const headers = cardPageHeaders(readConfig(env))
  const directives = (headers?.['content-security-policy'] ?? '').split(';').map((one) => {
    const [name = '', ...sources] = one.split(' ')
    return [name, sources] as const
  })
  return { directives: Object.fromEntries(directives), features: headers?.['permissions-policy'] }
}

test("pages with a card form may load Square's form and Google Pay's sheet", () => {
  const { directives, features } = policyOf(square)
  const form = 'https://sandbox.web.squarecdn.com'
  expect(directives['script-src']).toEqual(["'self'", form, 'https://pay.google.com'])
  expect(directives['frame-src']).toEqual(["'self'", 'https:', form])
  expect(directives['connect-src']).toEqual([
    "'self'",
    form,
    'https://pci-connect.squareupsandbox.com',
    'https://pay.google.com',
    'https://google.com/pay',
    'https://www.google.com/pay',
  ])
  expect(directives['img-src']).toContain('https://www.gstatic.com')
  expect(features).toContain(
    `payment=(self "${form}" "https://pay.google.com"), geolocation=(self)`,
  )
})

test('the simulator needs nothing that other pages do not have', () => {
  expect(cardPageHeaders(readConfig({}))).toBeUndefined()
})
