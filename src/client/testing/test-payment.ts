import type { Payment } from '#shared/contract/payments.ts'
import { newId } from './test-data.ts'

export const aPayment = (part: Partial<Payment> = {}): Payment => ({
  id: newId(),
  jobId: newId(),
  jobNumber: 'FQ-1042',
  visitDate: '2026-05-05',
  customerName: 'Dana Reyes',
  customerId: newId(),
  amount: '129.99',
  capturedAmount: '0.00',
  heldAmount: '0.00',
  card: null,
  refundedAmount: '0.00',
  status: 'pending',
  state: 'none',
  refundableAmount: '0.00',
  problems: [],
  notes: '',
  createdAt: '2026-05-04T12:00:00.000Z',
  ...part,
})
