import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aTechnician, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { Payment } from '#shared/contract/payments.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import type { Customer } from '#shared/contract/customers.ts'
import Customers from './customers.tsx'
import Payments from './payments.tsx'
import Technicians from './technicians.tsx'

const longName = 'Maximiliana-Theodora Featherstonehaugh-Wolfeschlegelsteinhausenbergerdorff Smith'
const payment: Payment = {
  id: newId(),
  jobId: newId(),
  jobNumber: 'FQ-1042',
  visitDate: '2026-11-25',
  customerName: longName,
  customerId: null,
  amount: '12345.67',
  capturedAmount: '12345.67',
  heldAmount: '12345.67',
  card: null,
  refundedAmount: '12345.67',
  status: 'authorized',
  state: 'held',
  refundableAmount: '0.00',
  problems: [],
  recorded: [],
  notes: 'The drain plug was stripped by whoever changed the oil before us, so we replaced it too',
  createdAt: '2026-11-21T16:43:00.000Z',
}
const technician = aTechnician({
  firstName: longName.slice(0, 40),
  lastName: longName.slice(40),
  email: 'maximiliana.theodora.featherstonehaugh@wolfeschlegelsteinhausenbergerdorff.example.com',
  phone: '+15125550131',
  status: 'waiting',
})

const customer: Customer = {
  id: newId(),
  firstName: longName.slice(0, 40),
  lastName: longName.slice(40),
  email: technician.email,
  phone: '+15125550131',
  createdAt: '2026-11-21T16:43:00.000Z',
  lastLoginAt: null,
  loginCount: 0,
  vehicleCount: 12,
  jobCount: 1234,
  totalSpent: '123456.78',
  lastServiceDate: '2026-11-25',
  role: 'customer',
  status: 'inactive',
  tags: ['A tag of thirty letters, long', 'Fleet', 'VIP'],
  maxVisitsWithoutCard: null,
  invoicing: null,
  version: 1,
}
const summary = { total: 1, found: 1, visits: 1234, totalSpent: '123456.78', tags: ['Fleet'] }

afterEach(() => page.viewport(390, 844))

/** The content within the frame's margins. */
const framed = (content: ReactNode, width: number) => (
  <div style={{ paddingInline: width < 640 ? 16 : 24 }}>{content}</div>
)

test.each([
  ['payments', 1280],
  ['payments', 390],
  ['payments', 320],
  ['technicians', 1280],
  ['technicians', 390],
  ['technicians', 320],
  ['customers', 1280],
  ['customers', 390],
  ['customers', 320],
])('long names and large amounts fit into the %s at %i px', async (which, width) => {
  await page.viewport(width, 800)
  const screens = { payments: <Payments />, technicians: <Technicians />, customers: <Customers /> }
  await showPage(framed(screens[which as keyof typeof screens], width), {
    answers: {
      'GET /api/payments': [payment],
      'GET /api/payments/summary': {
        found: 1,
        captured: '1234567.89',
        refunded: '1234567.89',
        held: '1234567.89',
        owed: '1234567.89',
        later: '1234567.89',
      },
      'GET /api/admin/technicians': [technician],
      'GET /api/admin/customers': [customer],
      'GET /api/admin/customers/summary': summary,
      'GET /api/admin/settings': { ...defaultSettings, version: 0 },
    },
  })
  const list = page.getByRole('region').last()
  await expect.element(list.getByText(/^Maximiliana-Theodora/).first()).toBeVisible()
  const { scrollWidth, clientWidth } = list.element()
  expect.soft(scrollWidth).toBe(clientWidth)
  const { right } = list.element().getBoundingClientRect()
  const beyond = [...list.element().querySelectorAll('td *:not(.sr-only)')].filter(
    (one) => one.checkVisibility() && one.getBoundingClientRect().right > right,
  )
  expect(beyond.map(({ outerHTML }) => outerHTML.slice(0, 120))).toEqual([])
})
