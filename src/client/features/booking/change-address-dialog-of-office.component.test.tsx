import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { EditVisitDialog } from './change-address-dialog.tsx'

const edit = 'PATCH /api/jobs/{id}'
const job = aJob({ serviceAddress: '12 Elm St, Austin, TX 78701', accessNotes: 'Gate 1' })
const address = page.getByLabelText('Address')
const save = page.getByRole('button', { name: 'Save' })
const phone = page.getByRole('textbox', { name: /^Contact’s phone/ })
const onClose = vi.fn<() => void>()

const open = (answers = {}) =>
  showPage(<EditVisitDialog job={job} onClose={onClose} />, {
    person: aPerson({ role: 'admin' }),
    answers: {
      'GET /api/admin/board': [],
      'GET /api/service-area': { answer: 'outside', salesTaxRateBp: null },
      ...answers,
    },
  })

test('it sends only changed fields, and their previous values', async () => {
  const { server } = await open({ [edit]: job })
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByText('78701 is outside the service area.')).toBeVisible()
  await page.getByRole('textbox', { name: /^How do we get to the car/ }).fill('')
  await save.click()
  await expect
    .poll(() => server.asked(edit).map(({ body }) => body))
    .toEqual([{ accessNotes: '', seen: { accessNotes: 'Gate 1' } }])
})

test('a conflicting change is shown at its field, and a second try overwrites it', async () => {
  const message = 'Olga Office has changed this in the meantime. Please check it again.'
  const now = {
    serviceAddress: '4 Oak Ln, Austin, TX 78704',
    accessNotes: 'Gate 1',
    customerNotes: '',
    contactName: '',
    contactPhone: '',
    vehicleId: job.vehicleId,
  }
  const { server } = await open({
    [edit]: refusal('conflict', message, {
      reason: 'changed',
      by: 'Olga Office',
      now,
      fields: [{ path: 'serviceAddress', message }],
    }),
  })
  const wanted = '9 Pine Rd, Austin, TX 78702'
  await address.fill(wanted)
  await save.click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByText(`It is now: ${now.serviceAddress}`)).toBeVisible()
  await expect.element(address).toHaveValue(wanted)
  server.answer({ [edit]: job })
  await save.click()
  await expect
    .poll(() => server.asked(edit).at(-1)?.body)
    .toEqual({
      serviceAddress: wanted,
      seen: { serviceAddress: now.serviceAddress },
    })
})

test('a different sales tax is shown before saving', async () => {
  const cost = {
    ...job.cost,
    salesTax: { rate: '8.25', amount: '10.72', taxable: '129.99', onExtras: true },
  }
  await showPage(<EditVisitDialog job={{ ...job, cost }} onClose={onClose} />, {
    person: aPerson({ role: 'admin' }),
    answers: {
      'GET /api/admin/board': [],
      'GET /api/service-area': ({ query }: { query: Record<string, string> }) => ({
        answer: 'inside',
        salesTaxRateBp: query.zip === '78729' ? 600 : 825,
      }),
    },
  })
  await address.fill('500 Congress Ave, Austin, TX 78702')
  await expect
    .element(page.getByText('Street with number, city, state and ZIP code.'))
    .toBeVisible()
  await address.fill('9315 Anderson Mill Road, Austin, TX 78729')
  await expect.element(page.getByText('Sales tax is 6% there, so the price changes.')).toBeVisible()
})

test('another visit at the new address and time is named', async () => {
  const there = { ...job, id: crypto.randomUUID(), number: 'FQ-77' }
  await open({ 'GET /api/admin/board': [there, { ...job, serviceAddress: 'Elsewhere' }] })
  await expect.element(page.getByRole('link', { name: /^FQ-77/ })).toBeVisible()
  await address.fill('9 Pine Rd, Austin, TX 78702')
  await expect.element(page.getByRole('link', { name: /^FQ-77/ })).not.toBeInTheDocument()
  await address.fill('12 elm st Austin TX, 78701')
  await expect
    .element(page.getByText('Another visit is at this address at that time'))
    .toBeVisible()
})

test('a contact is added by name and phone', async () => {
  const { server } = await open({ [edit]: job })
  const name = page.getByRole('textbox', { name: /^Contact at the car/ })
  await name.fill('Rui Costa')
  await phone.fill('512 555')
  await save.click()
  await expect
    .element(page.getByText(/Please enter a phone number with its area code/))
    .toBeVisible()
  await phone.fill('(512) 555-0177')
  await save.click()
  await expect
    .poll(() => server.asked(edit).map(({ body }) => body))
    .toEqual([
      {
        contactName: 'Rui Costa',
        contactPhone: '(512) 555-0177',
        seen: { contactName: '', contactPhone: '' },
      },
    ])
})

test('an existing contact is shown, and emptying it gives the visit back to the customer', async () => {
  const contact = { contactName: 'Rui Costa', contactPhone: '+15125550177' }
  const customer = { ...job.customer, name: 'Rui Costa', accountName: 'Ada Lovelace' }
  const { server } = await showPage(
    <EditVisitDialog job={{ ...job, ...contact, customer }} onClose={onClose} />,
    {
      person: aPerson({ role: 'admin' }),
      answers: {
        'GET /api/admin/board': [],
        'GET /api/service-area': { answer: 'inside', salesTaxRateBp: null },
        [edit]: job,
      },
    },
  )
  await expect.element(phone).toHaveValue('(512) 555-0177')
  await expect.element(page.getByText('Leave both empty if it is Ada Lovelace.')).toBeVisible()
  await page.getByRole('textbox', { name: /^Contact at the car/ }).fill('')
  await phone.fill('')
  await save.click()
  await expect
    .poll(() => server.asked(edit).map(({ body }) => body))
    .toEqual([{ contactName: '', contactPhone: '', seen: contact }])
})

test('an address no technician can reach in time is saved when the office insists', async () => {
  const words = 'No technician can be there in time.'
  const { server } = await open({ [edit]: refusal('conflict', words, { reason: 'travel' }) })
  const serviceAddress = '9 Pine Rd, Austin, TX 78702'
  await address.fill(serviceAddress)
  await save.click()
  await expect.element(page.getByText(words)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await expect.element(address).toHaveValue(serviceAddress)
  await save.click()
  server.answer({ [edit]: job })
  await page.getByRole('button', { name: 'Plan it anyway' }).click()
  await expect
    .poll(() => server.asked(edit).at(-1)?.body)
    .toMatchObject({ serviceAddress, beyondRoad: true })
})
