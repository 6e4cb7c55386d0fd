import { expect, test } from 'vitest'
import { emptyVisit } from './booking-draft.ts'
import { concerns, missingFields, refusedFields, stepsOf } from './questions.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const time = labelAt(1)
const whole = { ...emptyVisit(0), vehicleId: 'camry', date: '2030-01-08', time }

test.each([
  [{ vehicleId: null, date: null, time: null }, 'vehicleId scheduledDate scheduledTime'],
  [{ time: null }, 'scheduledTime'],
  [{}, ''],
])('missing answers are in page order: %j', (part, fields) => {
  const missing = missingFields([{ ...whole, ...part }])
  expect(missing.map(({ field }) => field).join(' ')).toBe(fields)
})

test('a missing answer names its visit', () => {
  const second = { ...whole, key: 4, time: null }
  expect(missingFields([whole, second])).toEqual([
    { field: 'scheduledTime', key: 4, message: 'Please select a time' },
  ])
})

const order = (...asked: Parameters<typeof stepsOf>) =>
  stepsOf(...asked).map(({ question, key = '' }) => question + key)

test('questions repeat per visit, except the address, and the customer where asked', () => {
  const one = ['vehicle0', 'package0', 'time0']
  expect(order([whole])).toEqual([...one, 'address'])
  expect(order([whole], 'last')).toEqual([...one, 'address', 'who'])
  expect(order([whole, { ...whole, key: 4 }], 'first')).toEqual([
    'who',
    ...one,
    'vehicle4',
    'package4',
    'time4',
    'address',
  ])
})

test.each([
  ['serviceAddress', { field: 'serviceAddress' }],
  ['visits.1.scheduledDate', { field: 'scheduledDate', key: 4 }],
  ['visits.0.addons.2', { field: 'addons', key: 0 }],
  ['vehicle.licensePlate', { field: 'licensePlate' }],
])("the form field of the server's %s is found", (path, found) => {
  const details = { fields: [{ path, message: 'No.' }] }
  const visits = [whole, { ...whole, key: 4 }]
  expect(refusedFields(details, visits)).toEqual([{ key: undefined, message: 'No.', ...found }])
})

test.each([
  [undefined],
  [{}],
  [{ reason: 'confirm' }],
  [{ fields: [{ path: 'code', message: '' }] }],
])('an error without a form field names none: %j', (details) =>
  expect(refusedFields(details, [whole])).toEqual([]),
)

test('an error belongs to the question of its own visit', () => {
  const problem = { field: 'scheduledTime', message: 'No.', key: 4 } as const
  expect(concerns(problem, { question: 'time', key: 4 })).toBe(true)
  expect(concerns(problem, { question: 'time', key: 0 })).toBe(false)
  expect(concerns(problem, { question: 'vehicle', key: 4 })).toBe(false)
  expect(concerns({ ...problem, key: undefined }, { question: 'time', key: 0 })).toBe(true)
})
