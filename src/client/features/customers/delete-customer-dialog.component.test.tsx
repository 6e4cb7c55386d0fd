import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aCustomer } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx'

const customer = aCustomer({ firstName: 'Noah', lastName: 'Castillo', email: 'noah@example.com' })
const bookings = 'Failed to delete customer. They may have active bookings.'

test.each([
  [refusal('conflict', 'This customer has a visit ahead.'), bookings],
  [refusal('not_found', 'Customer not found.'), 'Customer not found.'],
])(
  'a refusal shows its reason, and bookings only of an existing customer',
  async (refused, expected) => {
    await showPage(<DeleteCustomerDialog customer={customer} onClose={() => {}} />, {
      answers: {
        'GET /api/admin/customers/{id}': refusal('not_found', 'Customer not found.'),
        'DELETE /api/admin/customers/{id}': refused,
      },
    })
    await page.getByRole('button', { name: 'Delete customer' }).click()
    await expect.element(page.getByText('Deletion failed')).toBeVisible()
    await expect.element(page.getByText(expected)).toBeVisible()
  },
)

test('kept data and upcoming visits are listed before deleting', async () => {
  const details = {
    ...customer,
    amountDue: '0.00',
    toReturn: '45.00',
    visitsAhead: 2,
    invoiceCount: 1,
    nextService: null,
    places: [],
    agreesToTexts: false,
    isUnreached: false,
    notes: [],
    history: [],
    duplicates: [],
  }
  const { server } = await showPage(
    <DeleteCustomerDialog customer={customer} onClose={() => {}} />,
    {
      answers: {
        'GET /api/admin/customers/{id}': details,
        'DELETE /api/admin/customers/{id}': { success: true },
      },
    },
  )
  await expect.element(page.getByText(/^They have 2 upcoming or active visits/)).toBeVisible()
  await expect.element(page.getByText(/^Their invoices stay as issued/)).toBeVisible()
  await expect.element(page.getByText(/^You still have to give back \$45\.00\./)).toBeVisible()
  await page.getByRole('button', { name: 'Delete customer' }).click()
  await expect.element(page.getByText('Customer deleted')).toBeVisible()
  expect(server.asked('DELETE /api/admin/customers/{id}')[0]?.query).toEqual({ evenOwing: 'yes' })
})
