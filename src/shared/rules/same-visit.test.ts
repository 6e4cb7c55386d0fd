import { expect, test } from 'vitest'
import { visitAtSameAddress } from './same-visit.ts'

const visit = {
  id: 'a',
  status: 'scheduled',
  scheduledDate: '2026-12-01',
  scheduledTime: '9:00 - 10:30',
  serviceAddress: '12 Elm St, Austin, TX 78701',
}

test.each([
  ['the same place', {}, true],
  ['written differently', { serviceAddress: '12 elm st. austin tx, 78701' }, true],
  ['itself', { id: 'a' }, false],
  ['another day', { scheduledDate: '2026-12-02' }, false],
  ['another time', { scheduledTime: '10:30 - 12:00' }, false],
  ['another house', { serviceAddress: '14 Elm St, Austin, TX 78701' }, false],
])('a visit is compared with %s', (_, part, found) => {
  expect(visitAtSameAddress([visit], { ...visit, id: 'b', ...part })).toBe(
    found ? visit : undefined,
  )
})

test('visits without an address and cancelled ones do not match', () => {
  const blank = { ...visit, serviceAddress: '' }
  expect(visitAtSameAddress([blank], { ...blank, id: 'b' })).toBeUndefined()
  expect(
    visitAtSameAddress([{ ...visit, status: 'cancelled' }], { ...visit, id: 'b' }),
  ).toBeUndefined()
})
