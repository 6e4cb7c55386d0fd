import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { callQuery, queryClient } from '#client/app/queries.ts'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import { aJob, anExtra, aPerson, newId } from '#client/testing/test-data.ts'
import { emptyOutbox } from '#client/testing/test-outbox.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal, unreachable } from '#client/testing/test-server.ts'
import { ChargesCard } from './charges-card.tsx'

const extras = 'GET /api/jobs/{id}/extras'
const add = 'POST /api/jobs/{id}/extras'
const correct = 'PATCH /api/jobs/{id}/extras/{extraId}'
const estimate = 'POST /api/jobs/{id}/estimates'
const remove = 'DELETE /api/jobs/{id}/extras/{extraId}'
const person = aPerson({ role: 'technician' })
const job = aJob({ status: 'in_progress', technicianId: person.id })
const bulb = anExtra({ description: 'Bulb' })

beforeEach(emptyOutbox)

const show = async (answers: Answers, locked = false) => {
  await workOutbox.open(person.id)
  const base = { 'GET /api/addon-services': [], 'GET /api/jobs/{id}': job }
  return showPage(<ChargesCard job={job} locked={locked} />, {
    person,
    answers: { ...base, ...answers },
  })
}
const type = async (price: string) => {
  await page.getByLabelText('Service type').selectOptions('Other')
  await page.getByLabelText('Description').fill('Battery')
  await page.getByLabelText('Price each').fill(price)
}

test('an extra with a typo is corrected in place', async () => {
  const { server } = await show({
    [extras]: [bulb],
    [correct]: { ...bulb, unitPrice: 2, totalPrice: 2 },
  })
  await page.getByRole('button', { name: 'Correct Bulb' }).click()
  const price = page.getByRole('dialog').getByLabelText('Price each')
  await expect.element(price).toHaveValue('20.00')
  await price.fill('2.00')
  server.answer({ [extras]: [{ ...bulb, unitPrice: 2, totalPrice: 2 }] })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('1 × $2.00')).toBeVisible()
  await expect
    .poll(() => server.asked(correct)[0]?.body)
    .toMatchObject({ unitPrice: '2.00', description: 'Bulb' })
})

test('a removed extra can be restored', async () => {
  const { server } = await show({
    [extras]: [bulb],
    [remove]: { success: true },
    [add]: bulb,
  })
  await expect.element(page.getByRole('button', { name: 'Remove Bulb' })).toBeVisible()
  server.answer({ [extras]: [] })
  await page.getByRole('button', { name: 'Remove Bulb' }).click()
  await expect.element(page.getByText('No extra charges.')).toBeVisible()
  server.answer({ [extras]: [bulb] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByRole('button', { name: 'Remove Bulb' })).toBeVisible()
  await expect
    .poll(() => server.asked(add)[0]?.body)
    .toMatchObject({ description: 'Bulb', unitPrice: '20.00' })
})

test.each([
  ['online', { success: true }, bulb],
  ['without a network', unreachable, unreachable],
] as const)('a double click on Undo restores it once, %s', async (_where, removed, added) => {
  const { server } = await show({ [extras]: [bulb], [remove]: removed, [add]: added })
  await page.getByRole('button', { name: 'Remove Bulb' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeVisible()
  const button = undo.element() as HTMLElement
  button.click()
  button.click()
  const waiting = () =>
    workOutbox.state.get().entries.filter(({ change }) => change.kind === 'extra').length
  await expect.poll(() => server.asked(add).length + waiting()).toBeGreaterThan(0)
  await expect.poll(() => workOutbox.state.get().sending).toBe(false)
  expect(Math.max(server.asked(add).length, waiting())).toBe(1)
})

test('after removing a row the keyboard continues at the heading', async () => {
  const { server } = await show({ [extras]: [bulb], [remove]: { success: true } })
  const button = page.getByRole('button', { name: 'Remove Bulb' })
  await expect.element(button).toBeVisible()
  server.answer({ [extras]: [] })
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('No extra charges.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /^Extras/ })).toHaveFocus()
})

test('correcting starts in the first field, even when the dialog scrolls', async () => {
  await page.viewport(390, 320)
  await show({ [extras]: [bulb] })
  await page.getByRole('button', { name: 'Correct Bulb' }).click()
  await expect.element(page.getByRole('dialog').getByLabelText('Service type')).toHaveFocus()
  await page.viewport(414, 896)
})

const agreed = { ...bulb, approval: 'approved' as const, estimateId: newId() }

test('an approved extra is corrected only after confirmation', async () => {
  const { server } = await show({
    [extras]: [agreed],
    [correct]: { ...agreed, approval: 'waiting' },
  })
  await page.getByRole('button', { name: 'Correct Bulb' }).click()
  await page.getByRole('dialog').getByLabelText('Price each').fill('25.00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(/They have approved it as it was/)).toBeVisible()
  expect(server.asked(correct)).toEqual([])
  await page.getByRole('button', { name: 'Save and ask' }).click()
  await expect
    .poll(() => server.asked(correct)[0]?.body)
    .toMatchObject({ unitPrice: '25.00', estimateId: agreed.estimateId })
})

test('an approved extra is removed only after confirmation', async () => {
  const { server } = await show({ [extras]: [agreed], [remove]: { success: true } })
  await page.getByRole('button', { name: 'Remove Bulb' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/The customer has approved it/)
  expect(server.asked(remove)).toEqual([])
})

test('an extra offered first is asked about, whatever it costs', async () => {
  const { server } = await show({
    [extras]: [bulb],
    [estimate]: { id: newId(), lines: [anExtra({ description: 'Battery', approval: 'waiting' })] },
  })
  await type('5.00')
  await page.getByRole('switch', { name: /^Ask the customer first/ }).click()
  await page.getByRole('button', { name: 'Ask the customer' }).click()
  await expect
    .poll(() => server.asked(estimate)[0]?.body)
    .toMatchObject({
      id: expect.any(String),
      lines: [{ id: expect.any(String), description: 'Battery', unitPrice: '5.00' }],
    })
  await expect
    .element(page.getByRole('switch', { name: /^Ask the customer first/ }))
    .not.toBeChecked()
})

test('a refused correction shows the reason, and the extra stays', async () => {
  await show({
    [extras]: [bulb],
    [remove]: refusal('conflict', 'This visit is already completed.'),
  })
  await page.getByRole('button', { name: 'Remove Bulb' }).click()
  await expect.element(page.getByText(/This visit is already completed/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Remove Bulb' })).toBeVisible()
})

test('an expensive extra added offline shows that it waits, first to be sent', async () => {
  const { server } = await show({ [extras]: [], [add]: unreachable })
  await type('150.00')
  await expect.element(page.getByText(/We ask the customer first/)).toBeVisible()
  await page.getByRole('button', { name: 'Add extra' }).click()
  await expect.element(page.getByText('Not sent yet; the customer will be asked')).toBeVisible()
  const sent = anExtra({ description: 'Battery', totalPrice: 150, approval: 'waiting' })
  server.answer({ [add]: sent, [extras]: [sent] })
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Waiting for the customer')).toBeVisible()
})

test('three cheap extras that together exceed the limit need approval like an expensive one', async () => {
  const known = [bulb, anExtra({ description: 'Wiper', totalPrice: 25 })]
  await show({ [extras]: known })
  await expect.element(page.getByRole('button', { name: 'Remove Wiper' })).toBeVisible()
  await type('5.01')
  await expect.element(page.getByText(/We ask the customer first/)).toBeVisible()
  await page.getByLabelText('Price each').fill('5.00')
  await expect.element(page.getByText(/We ask the customer first/)).not.toBeInTheDocument()
})

test('a price above the maximum is refused in the form, even offline', async () => {
  const { server } = await show({ [extras]: [], [add]: unreachable })
  await type('10000.01')
  await page.getByRole('button', { name: 'Add extra' }).click()
  await expect.element(page.getByText('An extra may cost at most $10,000.00.')).toBeVisible()
  expect(server.asked(add)).toEqual([])
  expect(workOutbox.state.get().entries).toEqual([])
})

test('an omitted extra is marked once the visit is over', async () => {
  await show({ [extras]: [{ ...bulb, approval: 'left_out', removable: false }] }, true)
  await expect.element(page.getByText('Left out, not answered')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Remove Bulb' })).not.toBeInTheDocument()
})

test('an add-on above the limit needs approval, as a line of an estimate', async () => {
  const filter = {
    id: newId(),
    name: 'Cabin filter',
    description: '',
    price: '49.99',
    taxable: true,
  }
  const belt = { id: newId(), addonServiceId: newId(), name: 'Belt', price: '30.00' }
  const own = { ...belt, addedByTechnician: true, removable: true }
  const { server } = await show({
    [extras]: [anExtra({ totalPrice: 20.02 })],
    [estimate]: { id: newId(), lines: [anExtra({ approval: 'waiting' })] },
    'GET /api/jobs/{id}': { ...job, addons: [own] },
    'GET /api/addon-services': [filter],
  })
  await queryClient.fetchQuery(callQuery('GET /api/jobs/{id}', { params: { id: job.id } }))
  await page.getByLabelText('Add-on from the catalog').selectOptions('Cabin filter · $49.99')
  await expect.element(page.getByText(/We ask the customer first/)).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(page.getByText('The customer is asked', { exact: true })).toBeVisible()
  expect(server.asked(estimate)[0]?.body.lines).toMatchObject([
    {
      serviceType: 'other',
      description: 'Cabin filter',
      unitPrice: '49.99',
      productId: filter.id,
    },
  ])
})
