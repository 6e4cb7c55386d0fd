import { expect, test } from 'vitest'
import type { Job } from '#shared/contract/jobs.ts'
import { knownAddresses, knownAddressAt } from './known-addresses.ts'

const visits = (...places: [address: string, accessNotes?: string][]) =>
  places.map(([serviceAddress, accessNotes = '']) => ({ serviceAddress, accessNotes }) as Job)

test('each address is remembered once, in its latest spelling, five at most', () => {
  const jobs = visits(
    ['12 Elm St, Austin, TX 78701'],
    ['9 Oak Ave, Austin'],
    ['12 elm st Austin TX 78701'],
    [''],
    ['3 A St'],
    ['4 B St'],
    ['5 C St'],
    ['6 D St'],
  )
  expect(knownAddresses(jobs).map(({ address }) => address)).toEqual([
    '12 Elm St, Austin, TX 78701',
    '9 Oak Ave, Austin',
    '3 A St',
    '4 B St',
    '5 C St',
  ])
})

test('an address comes with its latest access instructions', () => {
  const all = knownAddresses(
    visits(
      ['12 Elm St'],
      ['9 Oak Ave', 'Side door'],
      ['12 Elm St.', 'Gate 47'],
      ['12 Elm St', 'Gate 1'],
    ),
  )
  expect(knownAddressAt(all, '12 ELM ST')?.accessNotes).toBe('Gate 47')
  expect(knownAddressAt(all, '12 Elm')).toBeUndefined()
})

test('saved places have their name, and replace a visit there or follow the visits', () => {
  const place = (name: string, address: string, accessNotes = '') => ({
    id: name,
    name,
    address,
    accessNotes,
  })
  const all = knownAddresses(visits(['12 Elm St', 'Gate 1'], ['9 Oak Ave', 'Side door']), [
    place('Home', '9 oak ave.'),
    place('Office', '1 Main St', 'Level 2'),
  ])
  expect(all).toEqual([
    { address: '12 Elm St', accessNotes: 'Gate 1' },
    { name: 'Home', address: '9 Oak Ave', accessNotes: 'Side door' },
    { name: 'Office', address: '1 Main St', accessNotes: 'Level 2' },
  ])
})
