import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aPackage, newId } from '#client/testing/test-data.ts'
import { queryClient, refreshThings } from '#client/app/queries.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import type { AdminPackage } from '#shared/contract/catalog.ts'
import type { Product } from '#shared/contract/products.ts'
import Products from './products.tsx'

const list = 'GET /api/admin/service-packages'
const change = 'PATCH /api/admin/service-packages/{id}'

const anOffer = (part: Partial<AdminPackage> = {}): AdminPackage => ({
  ...aPackage(),
  products: [],
  version: 1,
  ...part,
})
const aProduct = (part: Partial<Product> = {}): Product => ({
  id: newId(),
  name: 'Oil filter',
  category: 'filter',
  price: 8.99,
  taxable: true,
  description: '',
  sku: 'F-1',
  inStock: true,
  onSale: true,
  stockQuantity: 12,
  isActive: true,
  lowStockAt: null,
  isLow: false,
  isCounted: true,
  extraType: null,
  brand: '',
  viscosity: '',
  serviceCategory: '',
  partNumber: '',
  condition: 'new',
  unitCost: null,
  version: 1,
  ...part,
})

const show = (answers: Answers = {}, tab = '') =>
  showPage(<Products />, {
    at: `/admin/products${tab && `?tab=${tab}`}`,
    answers: { [list]: [], 'GET /api/admin/products': [], ...answers },
  })

const dialog = () => page.getByRole('dialog')

test('without packages it explains what to do', async () => {
  await show()
  await expect.element(page.getByText('No packages yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add Package' }).first().click()
  await expect.element(dialog()).toBeVisible()
})

test('a failed load can be retried', async () => {
  const { server } = await show({ [list]: refusal('unavailable', 'The server is resting.') })
  await expect.element(page.getByText('The server is resting.')).toBeVisible()
  server.answer({ [list]: [anOffer()] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Full Synthetic' })).toBeVisible()
})

test('a card shows three features, the number of others, and its marks', async () => {
  const features = ['One', 'Two', 'Three', 'Four', 'Five']
  await show({
    [list]: [
      anOffer({ features, isRecommended: true }),
      anOffer({ name: 'Old', isActive: false, serviceType: 'quick_oil_change' }),
    ],
  })
  await expect.element(page.getByText('+2 more...')).toBeVisible()
  expect(page.getByText('Four').elements()).toEqual([])
  await expect.element(page.getByText('Recommended', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Off sale')).toBeVisible()
  await expect.element(page.getByText(/quick oil change/)).toBeVisible()
})

test('a conflicting change is shown, adopted in untouched fields, and not overwritten', async () => {
  const offer = anOffer()
  const now = { ...offer, description: 'Theirs', basePrice: 149.99, version: 2 }
  const message =
    'Olga Office has changed this in the meantime: Price: $129.99 → $149.99. Please check it again.'
  const { server } = await show({
    [list]: [offer],
    [change]: refusal('conflict', message, { reason: 'changed', by: 'Olga Office', now }),
  })
  await page.getByRole('button', { name: 'Edit Full Synthetic' }).click()
  await userEvent.fill(dialog().getByLabelText('Name'), 'Fully Synthetic')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog().getByText(message)).toBeVisible()
  await expect.element(dialog().getByLabelText('Name')).toHaveValue('Fully Synthetic')
  await expect.element(dialog().getByLabelText('Base price')).toHaveValue('149.99')
  await expect.element(dialog().getByLabelText(/^Description/)).toHaveValue('Theirs')
  server.answer({ [change]: now })
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Service package saved successfully')).toBeVisible()
  expect(server.asked(change).map(({ body }) => body)).toMatchObject([
    { name: 'Fully Synthetic', basePrice: '129.99' },
    { name: 'Fully Synthetic', basePrice: '149.99' },
  ])
})

const remove = 'DELETE /api/admin/service-packages/{id}'
const details = 'GET /api/admin/service-packages/{id}'
const unused = { visits: 0, visitsCapped: false, visitsAhead: 0, history: [] }
const lastOne = /^It is the last package on sale\. Without one nothing can be booked/

test('deleting or deactivating the last package on sale needs confirmation', async () => {
  const [offer, old] = [anOffer(), anOffer({ name: 'Old', isActive: false })]
  const { server } = await show({
    [list]: [offer, old],
    [details]: { ...offer, ...unused },
    [change]: { ...offer, isActive: false },
  })
  await page.getByRole('button', { name: 'Delete Full Synthetic' }).click()
  await expect.element(dialog().getByText(lastOne)).toBeVisible()
  await dialog().getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Edit Full Synthetic' }).click()
  await dialog()
    .getByRole('switch', { name: /^On sale/ })
    .click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Take the last package off sale?' })
  await expect.element(question.getByText(lastOne)).toBeVisible()
  expect(server.asked(change)).toEqual([])
  await question.getByRole('button', { name: 'Take off sale' }).click()
  await expect.element(page.getByText('Service package saved successfully')).toBeVisible()
})

test('one of several needs no confirmation', async () => {
  const offer = anOffer()
  await show({
    [list]: [offer, anOffer({ name: 'Other' })],
    [details]: { ...offer, ...unused },
    [change]: { ...offer, isActive: false },
    [remove]: { success: true, deleted: true },
  })
  await page.getByRole('button', { name: 'Edit Full Synthetic' }).click()
  await dialog()
    .getByRole('switch', { name: /^On sale/ })
    .click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Service package saved successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Full Synthetic' }).click()
  await expect.element(dialog().getByText(/so it will be deleted for good/)).toBeVisible()
  expect(dialog().getByText(lastOne).elements()).toEqual([])
})

/** Waits until the dialog has loaded. */
const loaded = () => expect.poll(() => queryClient.isFetching()).toBe(0)

test('a price changed while the dialog is open is shown with its author', async () => {
  const offer = anOffer()
  const price = 'PATCH /api/admin/service-packages/{id}/price'
  const { server } = await show({ [list]: [offer], [details]: { ...offer, ...unused } })
  await page.getByRole('button', { name: 'Change the price of Full Synthetic' }).click()
  await expect.element(page.getByText('No upcoming visits use it.')).toBeVisible()
  const changes = [{ field: 'basePrice', label: 'Price', from: '$129.99', to: '$149.99' }]
  const change = { id: newId(), at: '2026-05-04T12:00:00Z', by: 'Olga Office', changes }
  const now = { ...offer, ...unused, basePrice: 149.99, version: 2, history: [change] }
  await loaded()
  server.answer({ [details]: now, [price]: { ...now, basePrice: 135 } })
  refreshThings(['catalog'])
  await expect
    .element(dialog().getByRole('status'))
    .toHaveTextContent('Olga Office has just changed the price to $149.99.')
  const field = dialog().getByRole('textbox', { name: 'Price' })
  await expect.element(field).toHaveValue('149.99')
  await userEvent.fill(field, '135')
  await dialog().getByRole('button', { name: 'Sell for $135.00' }).click()
  await expect.element(page.getByText(/costs \$135\.00 from the next booking on/)).toBeVisible()
  expect(server.asked(price)[0]?.ifMatch).toBe('"2"')
})

test('a price of zero is confirmed when the server asks', async () => {
  const offer = anOffer()
  const price = 'PATCH /api/admin/service-packages/{id}/price'
  const sentence = 'This sells the package for $0.00. Please check it, or confirm it.'
  const { server } = await show({
    [list]: [offer],
    [details]: { ...offer, ...unused },
    [price]: refusal('conflict', sentence, { reason: 'confirm' }),
  })
  await page.getByRole('button', { name: 'Change the price of Full Synthetic' }).click()
  await expect.element(page.getByText('No upcoming visits use it.')).toBeVisible()
  await userEvent.fill(dialog().getByRole('textbox', { name: 'Price' }), '0')
  await dialog().getByRole('button', { name: 'Sell for $0.00' }).click()
  await page
    .getByRole('dialog', { name: 'Sell it for $0.00?' })
    .getByRole('button', { name: 'Sell for $0.00' })
    .click()
  await expect.element(page.getByText(sentence)).toBeVisible()
  server.answer({ [price]: { ...offer, basePrice: 0 } })
  await page.getByRole('button', { name: 'Yes, save it' }).click()
  await expect.element(page.getByText(/costs \$0\.00 from the next booking on/)).toBeVisible()
  expect(server.asked(price)[1]?.body).toMatchObject({ price: '0', confirmed: true })
})

test('a price that looks like a typo needs confirmation', async () => {
  const offer = anOffer()
  const price = 'PATCH /api/admin/service-packages/{id}/price'
  const { server } = await show({
    [list]: [offer],
    [price]: { ...offer, basePrice: 12.99 },
    'GET /api/admin/service-packages/{id}': {
      ...offer,
      visits: 0,
      visitsCapped: false,
      visitsAhead: 0,
      history: [],
    },
  })
  await page.getByRole('button', { name: 'Change the price of Full Synthetic' }).click()
  await expect.element(page.getByText('No upcoming visits use it.')).toBeVisible()
  await userEvent.fill(dialog().getByRole('textbox', { name: 'Price' }), '12.99')
  await dialog().getByRole('button', { name: 'Sell for $12.99' }).click()
  await expect.element(page.getByText('It costs $129.99 now.')).toBeVisible()
  expect(server.asked(price)).toEqual([])
  await page
    .getByRole('dialog', { name: 'Sell it for $12.99?' })
    .getByRole('button', { name: 'Sell for $12.99' })
    .click()
  await expect
    .element(page.getByText('Full Synthetic costs $12.99 from the next booking on.'))
    .toBeVisible()
})

test('stock is marked if low, empty or negative, and services have none', async () => {
  await show(
    {
      'GET /api/admin/products': {
        list: [
          aProduct({ name: 'A', stockQuantity: 3, isLow: true }),
          aProduct({ name: 'B', stockQuantity: 0, isLow: true, inStock: false }),
          aProduct({ name: 'C', stockQuantity: -4, isLow: true, inStock: false }),
          aProduct({ name: 'D', category: 'service' }),
        ],
        total: 4,
      },
    },
    'products',
  )
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect.element(row('A').getByText('Low stock')).toBeVisible()
  await expect.element(row('B').getByText('Out of stock')).toBeVisible()
  await expect.element(row('C').getByText('Below zero')).toBeVisible()
  expect(row('D').getByRole('button', { name: 'Count D' }).elements()).toEqual([])
})

test('stock that changed since it was shown is reported at its field', async () => {
  const product = aProduct()
  const count = 'POST /api/admin/products/{id}/stock'
  const message = 'The stock has changed from 12 to 7: FQ-1042. Please count again.'
  const { server } = await show(
    {
      'GET /api/admin/products': { list: [product], total: 1 },
      'GET /api/admin/products/{id}/stock': [],
      [count]: refusal('conflict', message, {
        reason: 'changed',
        now: { ...product, stockQuantity: 7 },
        fields: [{ path: 'stockQuantity', message }],
      }),
    },
    'products',
  )
  await page.getByRole('button', { name: 'Count Oil filter' }).click()
  await userEvent.fill(dialog().getByLabelText('Counted'), '20')
  await userEvent.fill(dialog().getByLabelText('Reason'), 'Delivery')
  await dialog().getByRole('button', { name: 'Save count' }).click()
  await expect.element(dialog().getByText(message)).toBeVisible()
  await expect.element(dialog().getByText(/^There should be 7\./)).toBeVisible()
  await expect.element(dialog().getByLabelText('Counted')).toHaveValue('20')
  server.answer({ [count]: { ...product, stockQuantity: 20 } })
  await dialog().getByRole('button', { name: 'Save count' }).click()
  await expect.element(page.getByText('Oil filter: 20 on the shelf')).toBeVisible()
  expect(server.asked(count).map(({ body }) => body.seenStock)).toEqual([12, 7])
})
