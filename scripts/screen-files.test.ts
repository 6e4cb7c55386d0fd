import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routesOf } from './screen-files.ts'

const table = readFileSync('src/client/routes.tsx', 'utf8')

test('every route of the client is read off its table, with who sees it', () => {
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

test('a route of another form is not passed over', () => {
  expect(() => routesOf("  route('/a', ['customer'], load),")).toThrow('another form')
})
