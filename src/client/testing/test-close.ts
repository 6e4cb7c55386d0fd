import type { CloseDifference, DailyClose } from '#shared/contract/daily-close.ts'

const figures = {
  captured: '259.98',
  refunded: '20.00',
  net: '239.98',
  tips: '0.00',
  tax: '0.00',
  heldBack: '0.00',
  chargedBack: '0.00',
  cash: '0.00',
  check: '0.00',
  terminal: '0.00',
  transfer: '0.00',
  other: '0.00',
  cancelFees: '0.00',
  notDoneFees: '0.00',
  pending: '89.99',
}

export const aDifference = (part: Partial<CloseDifference> = {}): CloseDifference => ({
  id: 'sim_ref_1',
  kind: 'refunded_there',
  here: '0.00',
  there: '-20.00',
  at: '2026-05-04T18:00:00.000Z',
  otherAt: null,
  jobId: '5b7dcb1e-3f2c-4a59-8f9e-3c0a4c3f9a01',
  jobNumber: 'FQ-1042',
  reference: null,
  mayRecord: true,
  explainsItself: false,
  note: null,
  ...part,
})

type Compared = NonNullable<DailyClose['compared']>
export const compared = (
  differences: CloseDifference[],
  part: Partial<Compared> = {},
): Compared => ({
  at: '2026-05-05T06:00:00.000Z',
  whole: true,
  here: { captured: '259.98', refunded: '20.00' },
  there: { captured: '259.98', refunded: '40.00' },
  differences,
  more: false,
  open: differences.filter(({ note, explainsItself }) => !note && !explainsItself).length,
  outdated: null,
  ...part,
})

export const aClose = (part: Partial<DailyClose> = {}): DailyClose => ({
  date: '2026-05-04',
  from: '2026-05-04T05:00:00.000Z',
  to: '2026-05-05T05:00:00.000Z',
  hours: 24,
  first: '2026-01-05',
  state: 'over',
  total: figures,
  technicians: [{ id: '5b7dcb1e-3f2c-4a59-8f9e-3c0a4c3f9a02', name: 'Luis Ortega', ...figures }],
  accounts: [{ account: 'cash', debit: '259.98', credit: '20.00' }],
  entries: 3,
  unfinished: 0,
  takesCards: true,
  compared: compared([]),
  problems: [],
  signOffs: [],
  drawer: { opening: null, received: '0.00', expected: null },
  changed: false,
  days: [
    { date: '2026-05-03', net: '100.00' },
    { date: '2026-05-04', net: '239.98' },
  ],
  ...part,
})
