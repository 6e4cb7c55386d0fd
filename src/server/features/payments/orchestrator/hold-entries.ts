import { randomUUID } from 'node:crypto'
import type { Hold, LedgerEntry, PaymentAccount } from './payment-account.ts'

const memos = {
  reserved: 'Reserved on the card',
  raised: 'Reservation raised',
  lowered: 'Reservation lowered',
  used: 'Reservation charged',
  released: 'Reservation released',
  expired: 'Reservation expired',
  ended: 'Reservation ended by the bank',
} as const

/** Ledger entries for money reserved on cards, from an account's holds before and after. */
export function holdEntries(before: PaymentAccount, after: PaymentAccount): LedgerEntry[] {
  return after.holds.flatMap((hold) => {
    const was = openCents(before.holds.find(({ paymentId }) => paymentId === hold.paymentId))
    const more = openCents(hold) - was
    return more === 0 ? [] : [holdEntry(hold.paymentId, kindOf(hold, was, more), more)]
  })
}

/** One such entry; `cents` are negative when less is reserved than before. */
export function holdEntry(paymentId: string, kind: keyof typeof memos, cents: number): LedgerEntry {
  const [debit, credit] =
    cents > 0 ? (['reserved', 'card'] as const) : (['card', 'reserved'] as const)
  const ref = `${kind}:${paymentId}:${randomUUID()}`
  return { ref, debit, credit, cents: Math.abs(cents), memo: memos[kind] }
}

const openCents = (hold?: Hold) => (hold?.status === 'open' ? hold.cents : 0)

function kindOf({ status }: Hold, was: number, more: number): keyof typeof memos {
  if (status === 'open') return was === 0 ? 'reserved' : more > 0 ? 'raised' : 'lowered'
  const ended = {
    captured: 'used',
    released: 'released',
    expired: 'expired',
    failed: 'ended',
  } as const
  return ended[status]
}
