import { expect, test } from 'vitest'
import { safeNextPath } from './sign-in.ts'

test.each(['/booking?vehicleId=1', '/job/1/communication', '/', '/apiary', '/orders?q=a//b#c'])(
  '%s is returned unchanged',
  (path) => {
    expect(safeNextPath(path)).toBe(path)
  },
)

test.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/api/logout',
  '/API/logout',
  '/sign-in?next=/',
  '/..//evil.example',
  '/.//evil.example',
  '/orders/..//evil.example',
  '/%2e%2e//evil.example',
  '/orders/../api/logout',
  '/./sign-in',
])('%j leads home', (path) => {
  expect(safeNextPath(path)).toBe('/')
})
