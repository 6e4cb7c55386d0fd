import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import type { CompanyCar, CompanyVisit } from '#shared/contract/companies.ts'
import { CarsCard } from './cars-card.tsx'
import { VisitsCard } from './visits-card.tsx'

const company = { id: 'c', poRequired: false, packages: [], yards: [] }
const aCar = (n: number): CompanyCar => ({
  id: `car-${n}`,
  unitNumber: String(n),
  year: '2019',
  make: 'Ford',
  model: 'Transit',
  licensePlate: `TX ${n}`,
  vin: null,
  driver: null,
  lastServiceDate: null,
  miles: null,
  dueOn: null,
  isDue: false,
  found: { needsWork: n === 1 ? 2 : 0, toWatch: 0 },
  next: null,
})

test('a large fleet shows its first cars, and finds the others', async () => {
  const all = Array.from({ length: 200 }, (_, n) => aCar(1000 + n))
  await showPage(<CarsCard company={company} drivers={[]} />, {
    answers: { 'GET /api/companies/{id}/cars': all },
  })
  const rows = page.getByRole('row', { name: /Ford Transit/ })
  await expect.poll(() => rows.elements().length).toBe(30)
  await page.getByRole('searchbox').fill('tx 1187')
  await expect.poll(() => rows.elements().length).toBe(1)
  await expect.element(page.getByText('TX 1187')).toBeVisible()
})

test('a fee for cancelling late is shown, and agreed to', async () => {
  const cancel = 'POST /api/companies/{id}/visits/{jobId}/cancel'
  const visit: CompanyVisit = {
    id: 'v',
    number: 'FQ-1',
    vehicleId: 'car-1',
    unitNumber: '1',
    vehicle: '2019 Ford Transit',
    date: '2026-12-01',
    time: '8:00 AM - 9:00 AM',
    startsAt: '2026-12-01T14:00:00.000Z',
    status: 'scheduled',
    isRequest: false,
    notDone: false,
    packageName: 'Full Synthetic',
    serviceAddress: '12 Elm Street, Austin, TX 78701',
    technician: '',
    poNumber: '',
    odometerMiles: null,
    mayCancel: true,
    amount: '129.99',
  }
  const { server } = await showPage(<VisitsCard companyId="c" opens="link" />, {
    answers: {
      'GET /api/companies/{id}/visits': [visit],
      [cancel]: refusal('conflict', 'Cancelling costs $25.00 now.', {
        reason: 'fee',
        fee: '25.00',
      }),
    },
  })
  await page.getByRole('button', { name: 'Cancel visit FQ-1' }).click()
  const confirm = page.getByRole('button', { name: 'Cancel the visit' })
  await confirm.click()
  await expect.element(page.getByText('Cancelling now costs $25.00.')).toBeVisible()
  await confirm.click()
  await expect.poll(() => server.asked(cancel)[1]?.body).toEqual({ seenFee: '25.00' })
})
