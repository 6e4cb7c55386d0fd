import { expect, test } from 'vitest'
import { emptyVisit } from '../booking-draft.ts'
import {
  callerBooking,
  type CallerDraft,
  callerProblems,
  emptyCallerDraft,
  newCallerFrom,
  newCarId,
  readPrefilled,
} from './caller-draft.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

test.each([
  ['Ann Lee', { firstName: 'Ann', lastName: 'Lee' }],
  ['ann', { firstName: 'ann', lastName: '' }],
  ['(512) 555-0142', { phone: '(512) 555-0142', firstName: '' }],
  ['ann@example.com', { email: 'ann@example.com', firstName: '' }],
  ['500 Congress', { firstName: '', phone: '' }],
])('a new caller searched as %j is prefilled', (typed, known) => {
  expect(newCallerFrom(typed)).toMatchObject(known)
})

const visits = [emptyVisit(0, newCarId(0)), emptyVisit(1, 'saved')]
const fields = (own: Partial<CallerDraft>, lacking: Parameters<typeof callerProblems>[2] = []) =>
  [
    ...new Set(
      callerProblems({ ...emptyCallerDraft, ...own }, visits, lacking).map(
        ({ field, key = '' }) => `${field}${key}`,
      ),
    ),
  ].join(' ')

test('lists missing parts: the customer, and each new car of a visit', () => {
  const car = 'make0 model0 year0 licensePlate0'
  expect(fields({})).toBe(`customerId ${car}`)
  expect(fields({ customerId: 'ann' })).toBe(car)
  expect(fields({ customerId: 'ann' }, ['phone'])).toBe(`phone ${car}`)
  expect(fields({ customer: newCallerFrom('Ann') })).toBe(`phone ${car}`)
})

test('it is sent with the customer, the cars and the technicians', () => {
  const vehicle = { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'A 1' }
  const own: CallerDraft = {
    ...emptyCallerDraft,
    customer: { ...newCallerFrom('Ann Lee'), phone: '5125550142', email: ' ' },
    cars: { 0: { vehicle, vin: '', spec: null } },
    technicianIds: { 0: '', 1: 'tess' },
  }
  const when = { scheduledDate: '2030-01-08', scheduledTime: labelAt(1), addons: [] }
  const body = {
    visits: [
      { ...when, vehicleId: newCarId(0) },
      { ...when, vehicleId: 'saved' },
    ],
    serviceAddress: 'there',
    accessNotes: '',
    customerNotes: '',
  }
  expect(callerBooking(own, body, visits, [])).toEqual({
    ...body,
    customer: { firstName: 'Ann', lastName: 'Lee', phone: '5125550142', agreesToTexts: false },
    visits: [
      { ...when, vehicle },
      { ...when, vehicleId: 'saved', technicianId: 'tess' },
    ],
  })
  const known = { ...own, customerId: 'ann', details: { name: 'Ann', phone: '1' } }
  expect(callerBooking(known, body, visits, ['phone'])).toMatchObject({
    customerId: 'ann',
    phone: '1',
  })
  expect(callerBooking(known, body, visits, [])).not.toHaveProperty('customer')
})

const id = '00000000-0000-4000-8000-00000000000A'
test.each([
  [
    '',
    { customerId: null, technicianId: null, visit: { vehicleId: null, date: null, time: null } },
  ],
  [`customerId=${id}`, { customerId: id.toLowerCase() }],
  ['customerId=anybody&technicianId=1', { customerId: null, technicianId: null }],
  [
    `date=2030-01-08&time=${encodeURIComponent(labelAt(2))}`,
    { visit: { vehicleId: null, date: '2030-01-08', time: labelAt(2) } },
  ],
  [`time=${encodeURIComponent(labelAt(5))}`, { visit: { time: labelAt(5) } }],
  ['date=2030-02-30&time=9', { visit: { date: null, time: null } }],
])('a link preselects: %s', (query, said) => {
  expect(readPrefilled(new URLSearchParams(query))).toMatchObject(said)
})
