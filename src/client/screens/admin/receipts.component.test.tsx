import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { Receipt } from '#shared/contract/receipts.ts'
import type { ReceiptGap, ReceiptProfile } from '#shared/rules/receipt-rules.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import Receipts from './receipts.tsx'

const save = 'PUT /api/admin/settings'
const at = '2026-05-04T14:00:00.000Z'
const zero = '0.00'
const sample: Receipt = {
  jobId: '',
  number: 'Sample',
  status: 'completed',
  paymentState: 'paid',
  business: { name: 'Fivequart', email: '', phone: '', timeZone: 'America/Chicago' },
  customerName: 'Sample customer',
  vehicle: { year: '2018', make: 'Toyota', model: 'Camry', licensePlate: 'ABC 1234' },
  serviceAddress: '1 Sample Street',
  scheduledDate: '2026-05-04',
  scheduledTime: '8:00 AM - 9:00 AM',
  bookedAt: at,
  completedAt: at,
  cancelledAt: null,
  lines: [{ kind: 'package', name: 'Full', quantity: 1, unitPrice: '129.99', amount: '129.99' }],
  cost: {
    quoted: '129.99',
    lines: '129.99',
    adjustments: [],
    amount: '129.99',
    charged: zero,
    refunded: zero,
    paid: '129.99',
    recorded: '129.99',
    held: zero,
    due: zero,
    fee: zero,
    excess: zero,
  },
  work: {
    oilType: 'full_synthetic',
    oilGrade: null,
    filledQuarts: 5,
    odometerMiles: 45_210,
    filters: [],
    checklist: [],
    photos: [],
  },
  profile: null,
  movements: [],
}
const ofCalifornia: Receipt['profile'] = {
  registrationNumber: 'ARD00298765',
  technician: 'Sam',
  vin: '4T1B11HK5JU000000',
  parts: [],
  tires: { psi: [35, 35, 33, 33] },
  subtotals: { parts: '45.00', labor: '84.99' },
  warranty: '',
  nextService: { on: null, miles: null, words: '' },
}

const show = ({
  receiptProfile = null,
  missing = [],
}: {
  receiptProfile?: ReceiptProfile | null
  missing?: ReceiptGap[]
} = {}) => {
  const settings = { ...defaultSettings, receiptProfile, version: 3 }
  return showPage(<Receipts />, {
    person: aPerson({ role: 'admin' }),
    answers: {
      'GET /api/admin/settings': settings,
      [save]: settings,
      'GET /api/admin/receipt-profile': ({ query }) => ({
        suggested: 'CA',
        missing: query.state ? missing : [],
        sample: { ...sample, profile: query.state ? ofCalifornia : null },
      }),
    },
  })
}

const state = () => page.getByLabelText('Receipts follow the rules of')
const saveButton = () => page.getByRole('button', { name: 'Save' })

test('without a state the sample is a plain receipt, and a state is suggested', async () => {
  await show()
  await expect.element(page.getByText('Most of your core spots are in California.')).toBeVisible()
  await expect.element(page.getByText('1 Sample Street')).toBeVisible()
  await expect.element(page.getByText('Labor')).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Rules' })).not.toBeInTheDocument()
})

test('a state with gaps lists them with the way out, and cannot be saved until they are filled in', async () => {
  const oil = { kind: 'product', id: 'oil', name: 'House oil', missing: ['brand'] } as const
  const { server } = await show({
    missing: [{ kind: 'registration' }, { ...oil, missing: [...oil.missing] }],
  })
  await state().selectOptions('California')
  const gaps = page.getByRole('region', { name: 'Missing' })
  await expect.element(gaps.getByText('Your registration number is missing')).toBeVisible()
  await expect
    .element(gaps.getByRole('link', { name: 'House oil lacks: Brand' }))
    .toHaveAttribute('href', expect.stringContaining('House'))
  await expect.element(saveButton()).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabelText('Registration number').fill('ARD00298765')
  await expect
    .element(gaps.getByText('Your registration number is missing'))
    .not.toBeInTheDocument()
  await expect.element(saveButton()).toHaveAttribute('aria-disabled', 'true')
  expect(server.asked(save)).toEqual([])
})

test('a state with nothing missing shows sources and subtotals, and is saved', async () => {
  const { server } = await show()
  await state().selectOptions('California')
  const rules = page.getByRole('region', { name: 'Rules' })
  await expect.element(rules.getByText(/16 CCR 3356.*\(2026\)/)).toBeVisible()
  await expect.element(page.getByText('$45.00')).toBeVisible()
  await expect.element(page.getByText('$84.99')).toBeVisible()
  await page.getByLabelText('Registration number').fill('ARD00298765')
  await saveButton().click()
  await expect
    .poll(() => server.asked(save))
    .toMatchObject([
      { body: { receiptProfile: { state: 'CA' }, receiptRegistration: 'ARD00298765' } },
    ])
})
