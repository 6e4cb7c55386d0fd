import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { Answers } from '#client/testing/test-server.ts'
import type { ManagedSpot } from '#shared/contract/core-spots.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import { CoreSpots } from './core-spots.tsx'

const nothing = { zipCodes: 0, customers: 0, visitsAhead: 0 }
const covered = { zipCodes: 40, customers: 3, visitsAhead: 1, only: nothing, others: 0 }
const aSpot = (part: Partial<ManagedSpot> = {}): ManagedSpot => ({
  id: newId(),
  name: 'Downtown',
  address: 'Austin, TX 78701',
  latitude: 30.2648,
  longitude: -97.7472,
  radiusMiles: 10,
  taxRateBp: null,
  isActive: true,
  version: 1,
  coverage: covered,
  ...part,
})
const zips = ['Austin', 'Round Rock', 'Cedar Park'].flatMap((city, n) => [
  { zip: `7870${n}`, city, latitude: 30.2 + n / 20, longitude: -97.8 + n / 20 },
])

const show = (answers: Answers = {}) =>
  showPage(<CoreSpots />, {
    answers: {
      'GET /api/admin/core-spots': [aSpot()],
      'GET /api/admin/settings': { ...defaultSettings, version: 1 },
      'GET /api/admin/zip-centers': zips,
      'GET /api/admin/map-tiles': { tiles: null },
      'GET /api/admin/core-spots/coverage': covered,
      ...answers,
    },
  })

const field = (name: string) => page.getByRole('dialog').getByLabelText(name)

test('typed coordinates stay when the address lookup answers later', async () => {
  let answer = () => {}
  const { server } = await show({
    'GET /api/admin/core-spots/place': () =>
      new Promise((resolve) => {
        answer = () =>
          resolve({ latitude: 30.2706, longitude: -97.7426, precision: 'zip', city: 'Austin, TX' })
      }),
  })
  await page.getByRole('button', { name: 'Add core spot' }).click()
  await field('Name').fill('Far')
  await field('Address').fill('78701')
  await field('Latitude').fill('999')
  await field('Longitude').fill('abc')
  await expect.poll(() => server.asked('GET /api/admin/core-spots/place').length).toBe(1)
  answer()
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect.element(field('Latitude')).toHaveValue('999')
  await expect.element(field('Longitude')).toHaveValue('abc')
  await page.getByRole('dialog').getByRole('button', { name: 'Add core spot' }).click()
  await expect.element(page.getByText('Please enter a latitude from -90 to 90')).toBeVisible()
  await expect.element(page.getByText('Please enter a longitude from -180 to 180')).toBeVisible()
  expect(server.asked('POST /api/admin/core-spots')).toEqual([])
})

test('the planned sales tax rates are named beside the current one', async () => {
  const taxRateChanges = [
    { from: '2027-01-01', rateBp: 850 },
    { from: '2027-07-01', rateBp: null },
  ]
  await show({ 'GET /api/admin/core-spots': [aSpot({ taxRateBp: 825, taxRateChanges })] })
  await page.getByRole('button', { name: 'Edit Downtown' }).click()
  await expect
    .element(page.getByRole('spinbutton', { name: /^Sales tax here/ }))
    .toHaveAccessibleDescription(
      /Planned: 8\.5% from .*Jan 1, 2027, general rate from .*Jul 1, 2027\./,
    )
})

test('switching off the last active spot asks first, with the consequences', async () => {
  const { server } = await show({
    'PATCH /api/admin/core-spots/{id}': { ...aSpot(), isActive: false },
  })
  await page.getByRole('button', { name: 'Edit Downtown' }).click()
  await page.getByRole('switch', { name: /^Active/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText(/It is the last active core spot/)).toBeVisible()
  expect(server.asked('PATCH /api/admin/core-spots/{id}')).toEqual([])
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect.poll(() => server.asked('PATCH /api/admin/core-spots/{id}').length).toBe(1)
})

test.each([320, 390, 1280])('names on the map are legible at %d px', async (width) => {
  await page.viewport(width, 800)
  await show()
  await expect.element(page.getByText('Round Rock')).toBeInTheDocument()
  const svg = page.getByRole('img').element() as SVGSVGElement
  const sizes = () => {
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width
    return [...svg.querySelectorAll('text')].map(
      (text) => Number(text.getAttribute('font-size')) * scale,
    )
  }
  await expect.poll(() => Math.min(...sizes())).toBeGreaterThanOrEqual(10)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
