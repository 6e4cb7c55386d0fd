import { expect } from 'vitest'
import { makePackage, makeUser } from '#server/database/test-factories.ts'
import type { TestApp, TestPerson } from '#server/testing/test-app.ts'

export const yard = '12 Elm Street, Austin, TX 78701'

export const companyForm = {
  name: 'Acme Plumbing',
  phone: '',
  billingEmail: '',
  billingAddress: '',
  poRequired: false,
  odometerRequired: false,
  approvalAbove: null,
  allowedPackageIds: [],
  netDays: 30,
  taxCertificate: '',
  taxExemptUntil: null,
}

const plates = ['TX 101', 'TX 102', 'TX 103']

/** A company with a package on sale, a manager, and three cars, the first one driven by a driver. */
export async function makeCompany(
  app: TestApp,
  admin: TestPerson,
  rules: object = {},
  packageValues: Parameters<typeof makePackage>[0] = {},
) {
  await makePackage(packageValues)
  const added = await admin.call('POST /api/admin/companies', {
    body: { ...companyForm, ...rules },
  })
  expect(added.status).toBe(201)
  const { id, accountId } = added.body as { id: string; accountId: string }
  const member = async (role: string) => {
    const person = await app.as(await makeUser({ firstName: 'Dana', phone: '+15125550177' }))
    const { status } = await admin.call('POST /api/companies/{id}/members', {
      params: { id },
      body: { email: person.user.email, role },
    })
    expect(status).toBe(201)
    return person
  }
  const [manager, driver] = [await member('manager'), await member('driver')]
  const cars: string[] = []
  for (const [n, licensePlate] of plates.entries()) {
    const { status, body } = await admin.call('POST /api/companies/{id}/cars', {
      params: { id },
      body: {
        year: '2019',
        make: 'Ford',
        model: 'Transit',
        licensePlate,
        unitNumber: String(101 + n),
        driverId: n === 0 ? driver.user.id : null,
      },
    })
    expect(status).toBe(201)
    cars.push(body.id)
  }
  return { id, accountId, manager, driver, cars }
}
