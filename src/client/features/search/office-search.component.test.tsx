import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearSessionStore } from '#client/app/session-store.ts'
import { aPerson, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, unreachable } from '#client/testing/test-server.ts'
import type { CallAnswer } from '#client/app/call.ts'
import { OfficeSearch } from './office-search.tsx'

const route = 'GET /api/admin/search'
type Found = CallAnswer<typeof route>
const none: Found = { customers: [], vehicles: [], jobs: [], technicians: [] }
const ann = {
  id: newId(),
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '+15125550142',
}
const camry = { year: '2018', make: 'Toyota', model: 'Camry', licensePlate: 'ANN 1' }
const visit: Found['jobs'][number] = {
  id: newId(),
  number: 'FQ-1042',
  status: 'scheduled',
  scheduledDate: '2026-05-06',
  scheduledTime: '9:30 AM - 10:30 AM',
  vehicle: camry,
  customerName: 'Ann Lee',
}
const found: Found = {
  customers: [ann],
  vehicles: [{ id: newId(), ...camry, vin: null, customer: ann, jobId: visit.id }],
  jobs: [visit],
  technicians: [],
}

async function open(answers: Answers = { [route]: found }) {
  clearSessionStore()
  const shown = await showPage(<OfficeSearch />, { answers, person: aPerson({ role: 'admin' }) })
  await expect.element(page.getByRole('button', { name: 'Find anything' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  return shown
}
const field = page.getByRole('combobox')
const options = () => page.getByRole('option').elements()
const chosen = () => page.getByRole('option', { selected: true })
const chosenText = () => chosen().element().textContent

test('pages are listed at once, and records are searched after a pause in typing', async () => {
  const { server } = await open()
  await expect.element(page.getByRole('group', { name: 'Pages' })).toBeVisible()
  await userEvent.fill(field, 'an')
  await userEvent.fill(field, 'ann')
  await expect.element(page.getByRole('group', { name: 'Customers' })).toBeVisible()
  await expect.poll(() => server.asked(route).at(-1)?.query.q).toBe('ann')
  await expect.element(page.getByText('4 results')).toBeInTheDocument()
  expect(options().map((option) => option.textContent)).toEqual([
    'FQ-1042 · 2018 Toyota CamryScheduled · Wed, May 6, 9:30 AM – 10:30 AM · Ann Lee',
    'Ann Leeann@example.com · (512) 555-0142',
    'ANN 1 · 2018 Toyota CamryAnn Lee',
    'Book a visit for Ann Lee2018 Toyota Camry',
  ])
})

test('by keyboard only: down, up, wrap around, Enter, and it becomes a recent item', async () => {
  await open()
  await userEvent.type(field, 'ann')
  await expect.element(page.getByText('4 results')).toBeInTheDocument()
  await expect.poll(chosenText).toMatch(/^FQ-1042/)
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(chosenText).toMatch(/ann@example.com/)
  expect(field.element().getAttribute('aria-activedescendant')).toBe(chosen().element().id)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  await expect.poll(chosenText).toMatch(/^ANN 1/)
  await userEvent.keyboard('{Enter}')
  expect(location.pathname).toBe(`/admin/jobs/${visit.id}`)
  await expect.element(field).not.toBeInTheDocument()
  await userEvent.keyboard('{Meta>}k{/Meta}')
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect.poll(() => recent.element().textContent).toMatch(/^ANN 1/)
})

test('a customer links to their page, and Escape closes', async () => {
  await open()
  await userEvent.type(field, 'ann')
  await page.getByRole('option', { name: /^Ann Lee/ }).click()
  expect(location.pathname).toBe(`/admin/customers/${ann.id}`)
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
})

test('one Escape closes even with typed text, and a button clears it', async () => {
  await open()
  await userEvent.type(field, 'ann')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await userEvent.type(field, 'ann')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
})

test('a visit is booked for the found customer and car', async () => {
  await open()
  await userEvent.type(field, 'ann')
  await page.getByRole('option', { name: /^Book a visit for Ann Lee/ }).click()
  expect(location.pathname + location.search).toBe(
    `/admin/booking?customerId=${ann.id}&vehicleId=${found.vehicles[0]?.id}`,
  )
})

test('Enter before the answer waits for it, and opens the first match of the typed text', async () => {
  const answer = Promise.withResolvers<Found>()
  await open({ [route]: () => answer.promise })
  await userEvent.type(field, 'FQ-1042{Enter}')
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(location.pathname).toBe('/')
  answer.resolve(found)
  await expect.poll(() => location.pathname).toBe(`/admin/jobs/${visit.id}`)
})

test('one letter asks for another, an empty result lists what can be searched, pages match by word', async () => {
  const { server } = await open({ [route]: none })
  await userEvent.type(field, 'x')
  await expect.element(page.getByText('Type one more letter.')).toBeVisible()
  await userEvent.type(field, 'yz')
  await expect.element(page.getByText('Nothing found for “xyz”')).toBeVisible()
  await expect.element(page.getByRole('option')).toMatchTextContent(/^Book a visit for “xyz”/)
  await userEvent.fill(field, 'block day')
  await expect.element(page.getByRole('option', { name: /^Block a slot or a day/ })).toBeVisible()
  expect(server.asked(route).map(({ query }) => query.q)).not.toContain('x')
})

test('a failed search shows a message and can be retried', async () => {
  const { server } = await open({ [route]: unreachable })
  await userEvent.type(field, 'ann')
  await expect.element(page.getByText('The search did not work')).toBeVisible()
  server.answer({ [route]: found })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('option', { name: /^Ann Lee/ })).toBeVisible()
})

test('on the narrowest phone nothing is cut and the selected item is in view', async () => {
  await page.viewport(320, 568)
  await open()
  await userEvent.type(field, 'ann')
  await expect.element(page.getByText('4 results')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(chosen()).toBeInViewport()
  const dialog = page.getByRole('dialog').element()
  expect(dialog.getBoundingClientRect().width).toBe(320)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test.each([
  ['holiday', 'Close days for a holiday or vacation', '/schedule?close=1'],
  ['close days', 'Close days for a holiday or vacation', '/schedule?close=1'],
  ['holidays', 'Close days for a holiday or vacation', '/schedule?close=1'],
  ['closing day', 'Close days for a holiday or vacation', '/schedule?close=1'],
  ['taxes', 'Sales tax', '/admin/settings'],
  ['tax rate', 'Sales tax and its rates', '/admin/settings'],
  ['zelle', 'Record cash, a check or Zelle', '/payments'],
  ['cash', 'Record cash, a check or Zelle', '/payments'],
  ['backup', 'Backups', '/admin/system'],
  ['refunds', 'Refund or adjust a payment', '/payments'],
  ['Zelda Quinn', 'Book a visit for “Zelda Quinn”', '/admin/booking?caller=Zelda+Quinn'],
  ['512 555 0199', 'Book a visit for “512 555 0199”', '/admin/booking?caller=512+555+0199'],
])('%s leads to “%s”', async (typed, title, href) => {
  await open({ [route]: none })
  await userEvent.type(field, typed)
  await page.getByRole('option', { name: new RegExp(`^${title}`) }).click()
  expect(location.pathname + location.search).toBe(href)
})

test('an unknown number of a visit offers no booking', async () => {
  await open({ [route]: none })
  await userEvent.type(field, 'FQ-9999')
  await expect.element(page.getByText('Nothing found for “FQ-9999”')).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
})
