import { expect, test } from 'vitest'
import type { WorkChange, WorkEntry } from '#client/app/work/waiting-changes.ts'
import { anExtra } from '#client/testing/test-data.ts'
import { toReport } from './changes-to-report.ts'

let made = 0
const entry = (change: WorkChange): WorkEntry => ({
  key: `key ${++made}`,
  order: made,
  at: made,
  personId: 'dan',
  jobId: 'job',
  change,
})
const body = (unitPrice: string, id = 'wiper') =>
  ({ serviceType: 'other', description: 'Wiper', unitPrice, quantity: 1, id }) as const
const add = (price: string, id?: string) =>
  entry({ kind: 'extra', body: body(price, id), asks: false })
const correct = (price: string, id = 'wiper') =>
  entry({
    kind: 'correctExtra',
    before: anExtra({ id }),
    body: { serviceType: 'other', description: 'Wiper', unitPrice: price, quantity: 1 },
    asks: false,
  })
const remove = (id = 'wiper') => entry({ kind: 'removeExtra', before: anExtra({ id }) })
const reported = (...entries: WorkEntry[]) =>
  toReport(entries).map(({ change }) =>
    change.kind === 'extra' ? `extra ${change.body.id} ${change.body.unitPrice}` : change.kind,
  )

test('an extra is reported as it was corrected last', () => {
  expect(reported(add('24.95'), correct('20'), correct('22'))).toEqual(['extra wiper 22'])
})

test('of an extra that was removed again, only the removal is reported', () => {
  expect(reported(add('24.95'), correct('20'), remove(), add('9', 'bulb'))).toEqual([
    'removeExtra',
    'extra bulb 9',
  ])
})

test('changes of an extra that the server has are reported as they are', () => {
  expect(reported(correct('20'))).toEqual(['correctExtra'])
  expect(reported(remove())).toEqual(['removeExtra'])
  expect(reported(correct('20', 'a'), remove('b'))).toEqual(['correctExtra', 'removeExtra'])
})
