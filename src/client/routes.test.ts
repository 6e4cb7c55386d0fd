import { expect, test } from 'vitest'
import { screenPaths } from '#shared/rules/screen-paths.ts'
import { isAt } from '#shared/rules/screens.ts'
import { rolesAt } from './app/routing.ts'
import { routes } from './routes.tsx'

test('every path that the server knows has a screen, and every screen has its path', () => {
  expect(new Set(routes.map(({ path }) => path))).toEqual(new Set(screenPaths))
})

test.each([
  ['/booking', ['customer', 'admin']],
  ['/admin/booking', ['admin']],
  ['/job/1', ['technician', 'admin']],
  ['/receipt/1', ['customer', 'admin']],
  ['/schedule', ['admin']],
  ['/admin/jobs/1', ['admin']],
  ['/admin/customers', ['admin']],
  ['/admin/customers/1', ['admin']],
  ['/vehicle-recovery', ['admin']],
  ['/profile', ['customer', 'technician', 'admin']],
  ['/diagnostics', ['customer', 'technician', 'admin']],
  ['/system-test', ['customer', 'technician', 'admin']],
  ['/no/such/page', []],
  ['/job/1/2', []],
])('%s is a screen of %j', (path, roles) => {
  expect(rolesAt(routes, path)).toEqual(roles)
  expect(screenPaths.some((one) => isAt(one, path))).toBe(roles.length > 0)
})
