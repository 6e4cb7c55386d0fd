import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routesOf } from './screen-files.ts'

const table = readFileSync('src/client/routes.tsx', 'utf8')

test('reads every client route from its table, with the roles that see it', () => {
  const routes = routesOf(table)
  expect(routes).toHaveLength(table.match(/^ {2}route\(/gm)?.length ?? 0)
  expect(routes).toContainEqual({
    path: '/booking',
    audience: ['customer'],
    screen: 'screens/customer/booking.tsx',
  })
  expect(routes).toContainEqual({
    path: '/profile',
    audience: ['customer', 'technician', 'admin'],
    screen: 'screens/shared/profile.tsx',
  })
})

test('refuses a route in another form', () => {
  expect(() => routesOf("  route('/a', ['customer'], load),")).toThrow('another form')
})
