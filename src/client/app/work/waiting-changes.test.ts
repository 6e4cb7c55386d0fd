import { expect, test } from 'vitest'
import { aJob, anExtra } from '#client/testing/test-data.ts'
import type { Job } from '#shared/contract/jobs.ts'
import {
  extrasWithWaiting,
  stillWaiting,
  stuckOf,
  type WorkChange,
  type WorkEntry,
  withWaiting,
} from './waiting-changes.ts'

const job = aJob({
  id: 'job',
  status: 'assigned',
  communicationActive: true,
  extrasAmount: '10.00',
  finalAmount: '139.99',
  cost: { ...aJob().cost, lines: '139.99', amount: '139.99', due: '139.99' },
})

const none = { extras: [], aboveCents: 10_000 }

let made = 0
const entry = (change: WorkChange, more: Partial<WorkEntry> = {}): WorkEntry => ({
  key: `key ${++made}`,
  order: Date.UTC(2026, 10, 24, 14) + made,
  at: Date.UTC(2026, 10, 24, 14) + made,
  personId: 'dan',
  jobId: 'job',
  change,
  ...more,
})

const wiper = { serviceType: 'windshield_wiper', description: 'Wiper', quantity: 2 } as const
const extra = (unitPrice: string, asks = false) =>
  entry({ kind: 'extra', body: { ...wiper, unitPrice }, asks })
const filter = (key: string) =>
  entry({
    kind: 'addon',
    body: { addonServiceId: key, addedByTechnician: true },
    name: 'Air filter',
    price: '19.99',
  })

test('a tick does not change ticks that were not on the screen', () => {
  const shown = withWaiting({ ...job, checklist: ['oil_drained'] }, [
    entry({ kind: 'checklist', body: { items: ['oil_filled'], seen: [] } }),
  ])
  expect(shown.checklist).toEqual(['oil_drained', 'oil_filled'])
})

test('the job includes all waiting changes, to the cent', () => {
  const shown = withWaiting(job, [
    entry({ kind: 'status', body: { status: 'in_progress' } }),
    entry({ kind: 'checklist', body: { items: ['oil_drained'] } }),
    extra('24.95'),
    filter('a'),
    filter('a'),
    entry({ kind: 'measurements', body: { odometerMiles: 48_000 } }),
    entry({ kind: 'notes', body: { technicianNotes: 'A belt is worn' } }),
    entry({ kind: 'status', body: { status: 'completed' } }),
  ])
  expect(shown).toMatchObject({
    status: 'completed',
    communicationActive: false,
    checklist: ['oil_drained'],
    extrasAmount: '59.90',
    addonsAmount: '19.99',
    finalAmount: '209.88',
    cost: { quoted: '149.98', lines: '209.88', amount: '209.88', due: '209.88' },
    odometerMiles: 48_000,
    technicianNotes: 'A belt is worn',
    startedAt: expect.stringMatching(/^2026-11-24T14/),
  })
  expect(shown.addons).toHaveLength(1)
})

const taxed: Job = {
  ...job,
  finalAmount: '151.54',
  cost: {
    ...job.cost,
    amount: '151.54',
    due: '151.54',
    adjustments: [{ kind: 'sales_tax', amount: '11.55', at: null, rate: '8.25' }],
    salesTax: { rate: '8.25', amount: '11.55', taxable: '139.99', onExtras: true },
  },
}

test('sales tax includes the taxed lines of waiting changes', () => {
  const shown = withWaiting(taxed, [extra('24.95'), filter('a')])
  // 8.25 % of 209.88.
  expect(shown).toMatchObject({
    finalAmount: '227.20',
    cost: {
      lines: '209.88',
      amount: '227.20',
      due: '227.20',
      adjustments: [{ kind: 'sales_tax', amount: '17.32' }],
      salesTax: { taxable: '209.88', amount: '17.32' },
    },
  })
  const { salesTax } = taxed.cost
  const free = {
    ...taxed,
    cost: { ...taxed.cost, ...(salesTax && { salesTax: { ...salesTax, onExtras: false } }) },
  }
  expect(withWaiting(free, [extra('24.95')]).finalAmount).toBe('201.44')
})

test('an extra awaiting approval is shown but not added up', () => {
  const asked = extra('75.00', true)
  expect(withWaiting(job, [asked]).finalAmount).toBe('139.99')
  expect(extrasWithWaiting('job', none, [asked])).toMatchObject([
    { description: 'Wiper', totalPrice: 150, approval: 'waiting' },
  ])
})

test('mistakes are corrected and removed before anything is sent', () => {
  const before = anExtra({ id: 'battery', totalPrice: 150, approval: 'waiting' })
  const [wrong, right] = ['150.00', '15.00'].map((unitPrice) => ({ ...wiper, unitPrice }))
  const added = entry({ kind: 'extra', body: { ...wrong!, id: 'battery' }, asks: true })
  const corrected = entry({ kind: 'correctExtra', before, body: right!, asks: false })
  expect(withWaiting(job, [added, corrected]).finalAmount).toBe('169.99')
  expect(extrasWithWaiting('job', none, [added, corrected])).toMatchObject([
    { id: 'battery', totalPrice: 30, approval: 'not_needed', unsent: true },
  ])
  const paid = { ...before, totalPrice: 30, approval: 'not_needed' as const }
  const removed = entry({ kind: 'removeExtra', before: paid })
  expect(withWaiting(job, [added, corrected, removed]).finalAmount).toBe('139.99')
  expect(extrasWithWaiting('job', none, [added, corrected, removed])).toEqual([])
})

const priced = (id: string, unitPrice: string) =>
  entry({
    kind: 'extra',
    body: { serviceType: 'other', description: id, unitPrice, id },
    asks: Number(unitPrice) !== 40 && Number(unitPrice) !== 45,
  })
const four = () => [priced('a', '40'), priced('b', '45'), priced('c', '30'), priced('d', '250')]
const bare: Job = { ...job, extrasAmount: '0.00', cost: aJob().cost }
const approvals = (entries: WorkEntry[], known: Parameters<typeof extrasWithWaiting>[1] = none) =>
  extrasWithWaiting('job', known, entries).map(({ id, approval }) => `${id} ${approval}`)

test('approvals are computed in queue order, also after removing a waiting extra', () => {
  const [first, ...rest] = four()
  expect(approvals([first!, ...rest])).toEqual([
    'a not_needed',
    'b not_needed',
    'c waiting',
    'd waiting',
  ])
  expect(withWaiting(bare, [first!, ...rest], none).extrasAmount).toBe('85.00')
  const left = ['b not_needed', 'c not_needed', 'd waiting']
  expect(approvals(rest)).toEqual(left)
  expect(withWaiting(bare, rest, none).extrasAmount).toBe('75.00')
  const removed = entry({ kind: 'removeExtra', before: anExtra({ id: 'a', totalPrice: 40 }) })
  // The customer was asked already, so the line keeps waiting.
  expect(approvals([first!, ...rest, removed])).toEqual(['b not_needed', 'c waiting', 'd waiting'])
  expect(withWaiting(bare, [first!, ...rest, removed], none).extrasAmount).toBe('45.00')
})

test('changes the server already has are not counted twice, whichever answer came first', () => {
  const [first] = four()
  const there = { extras: [anExtra({ id: 'a', totalPrice: 40 })], aboveCents: 10_000 }
  expect(approvals([first!], there)).toHaveLength(1)
  const counted: Job = { ...bare, extrasAmount: '40.00' }
  for (const known of [none, there])
    for (const one of [bare, counted])
      expect(withWaiting(one, [first!], known).extrasAmount).toBe('40.00')
})

test('a removed add-on is subtracted from the price once', () => {
  const addon = {
    id: 'x',
    addonServiceId: 'a',
    name: 'Air filter',
    price: '19.99',
    addedByTechnician: true,
    removable: true,
  }
  const off = entry({ kind: 'removeAddon', addon })
  const shown = withWaiting(job, [filter('a'), off, off])
  expect(shown).toMatchObject({ addons: [], addonsAmount: '0.00', finalAmount: '139.99' })
})

test('refused changes, and those of other jobs, have no effect', () => {
  const refused = { ...extra('24.95'), refused: 'This visit is already cancelled.' }
  const others = { ...extra('24.95'), jobId: 'other' }
  expect(withWaiting(job, [refused, others])).toEqual(job)
  expect(extrasWithWaiting('job', none, [refused, others])).toEqual([])
})

test('a visit cancelled in the meantime never shows as completed', () => {
  const cancelled: Job = { ...job, status: 'cancelled' }
  const done = [
    entry({ kind: 'status', body: { status: 'in_progress' } }),
    extra('24.95'),
    entry({ kind: 'status', body: { status: 'completed' } }),
  ]
  expect(withWaiting(job, done).status).toBe('completed')
  expect(withWaiting(cancelled, done)).toEqual(cancelled)
})

test('changes that can never be sent do not count as waiting: refused, or behind a refusal at a finished visit', () => {
  const refused = { ...extra('24.95'), refused: 'This visit is already cancelled.' }
  const behind = entry({ kind: 'photo', moment: 'before', photo: new Blob() })
  const others = { ...extra('5.00'), jobId: 'other' }
  const all = [refused, behind, others]
  expect(stillWaiting(all, (id) => id === 'job')).toEqual([others])
  // At an open visit it waits for a decision.
  expect(stillWaiting(all, () => false)).toEqual([behind, others])
  // The completion has just arrived and ends the visit; the photo after it is still being sent.
  expect(stillWaiting([behind], () => true)).toEqual([behind])
})

test('work done before the visit was moved is hidden, and stays together', () => {
  const start = entry(
    { kind: 'status', body: { status: 'in_progress' } },
    { refused: 'This visit was moved.', why: 'moved' },
  )
  const way = entry(
    { kind: 'announce', body: { event: 'on_my_way' } },
    { order: 0, refused: 'This visit was moved.', why: 'moved' },
  )
  const done = entry({ kind: 'status', body: { status: 'completed' } })
  const other = { ...extra('24.95'), jobId: 'other' }
  const all = [way, start, done, other]
  expect(stillWaiting(all, () => false)).toEqual([other])
  expect(stuckOf('job', all)).toEqual([way, start, done])
  expect(stuckOf('job', [way, done])).toEqual([way])
})

test('a waiting add-on counts towards the limit of later ones, until it is removed', () => {
  const asked = (entries: WorkEntry[]) =>
    extrasWithWaiting('job', { extras: [], aboveCents: 6000 }, entries).map(
      ({ approval }) => approval,
    )
  const [first, second] = [extra('20.50'), extra('5.00')]
  const addon = {
    id: 'x',
    addonServiceId: 'a',
    name: 'Air filter',
    price: '19.99',
    addedByTechnician: true,
    removable: true,
  }
  const off = entry({ kind: 'removeAddon', addon })
  expect(asked([first, filter('a')])).toEqual(['not_needed'])
  expect(asked([filter('a'), first, second])).toEqual(['waiting', 'waiting'])
  // The customer was asked already, so the line keeps waiting.
  expect(asked([filter('a'), first, second, off])).toEqual(['waiting', 'waiting'])
  expect(asked([filter('a'), off, first, second])).toEqual(['not_needed', 'not_needed'])
})

test('an offered line waits, a signature charges it at once with its tax, and a change asks again', () => {
  const known = { extras: [anExtra({ unitPrice: 10, totalPrice: 10 })], aboveCents: 10_000 }
  const line = { ...wiper, unitPrice: '15.00', id: 'line' }
  const offer = entry({
    kind: 'estimate',
    body: { id: 'estimate', lines: [line] },
    taxRate: '8.25',
  })
  const [waiting] = extrasWithWaiting('job', none, [offer])
  expect(waiting).toMatchObject({ approval: 'waiting', offered: true, estimateId: 'estimate' })
  expect(withWaiting(taxed, [offer], known).finalAmount).toBe(taxed.finalAmount)

  const answer = (approved: string[], declined: string[]) =>
    entry({
      kind: 'answer',
      estimateId: 'estimate',
      lines: waiting ? [waiting] : [],
      body: { approved, declined, method: 'signature', person: 'Dana Reyes' },
    })
  const signed = [offer, answer(['line'], [])]
  const [approved] = extrasWithWaiting('job', none, signed)
  expect(approved).toMatchObject({ approval: 'approved', totalPrice: 30 })
  expect(withWaiting(taxed, signed, known).extrasAmount).toBe('40.00')
  expect(withWaiting(taxed, signed, known)).toEqual(withWaiting(taxed, signed))
  const declined = extrasWithWaiting('job', none, [offer, answer([], ['line'])])
  expect(declined).toMatchObject([{ approval: 'declined' }])

  if (!approved) throw new Error('There is no line')
  const { id: _id, ...body } = { ...line, unitPrice: '20.00', estimateId: 'estimate' }
  const dearer = entry({ kind: 'correctExtra', before: approved, body, asks: true })
  const again = extrasWithWaiting('job', none, [...signed, dearer])
  expect(again).toMatchObject([{ approval: 'waiting', estimateId: 'estimate', totalPrice: 40 }])
  expect(withWaiting(taxed, [...signed, dearer], known).finalAmount).toBe(taxed.finalAmount)
})
