import { expect, test } from 'vitest'
import { cookieSeconds } from './cookies.ts'
import { describeCookies } from './describe-cookies.ts'

test('each cookie is listed with its real lifetime', () => {
  const said = describeCookies()
  expect(said).toHaveLength(Object.keys(cookieSeconds).length)
  for (const time of ['30 days', '400 days', '10 minutes', '365 days'])
    expect(said.join(' ')).toContain(time)
})
