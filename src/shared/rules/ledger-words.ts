import { text, translate } from '../texts/t.ts'

/** Memos of ledger entries, stored in English and translated for display. */
const memos: ReadonlySet<string> = new Set([
  text('Received on an invoice'),
  text('Payment of an invoice taken back'),
  text('Received in cash'),
  text('Received by check'),
  text('Received at the card terminal'),
  text('Received by transfer'),
  text('Received another way'),
  text('Recorded payment taken back'),
  text('Recorded payment taken back after its day was signed off'),
  text('Given back'),
  text('Held back for a dispute'),
  text('Dispute lost'),
  text('Dispute won'),
  text('Card charged'),
  text('Tip charged'),
  text('Refunded'),
  text('Refunded in the card dashboard'),
  text('Refunded another way than the card'),
  text('Refund failed'),
  text('Service billed'),
  text('Amount due lowered'),
  text('Sales tax billed'),
  text('Sales tax lowered'),
  text('Sales tax received'),
  text('Sales tax refunded'),
  text('Reserved on the card'),
  text('Reservation raised'),
  text('Reservation lowered'),
  text('Reservation charged'),
  text('Reservation released'),
  text('Reservation expired'),
  text('Reservation ended by the bank'),
])

/** An entry's memo in the reader's language; unknown ones unchanged. */
export const describeEntry = (memo: string): string => (memos.has(memo) ? translate(memo) : memo)
