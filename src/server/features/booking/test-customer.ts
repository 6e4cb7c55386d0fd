import { makePackage, makeVehicle } from '#server/database/test-factories.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

/** Monday, November 23, 2026, 9 AM in Chicago; other test days follow from it. */
export const monday = new Date('2026-11-23T15:00:00Z')
export const tuesday = '2026-11-24'
export const wednesday = '2026-11-25'
export const sunday = '2026-11-29'

/** A customer with a car and a package on sale, and a booking body for Tuesday at 8. */
export async function customerWithCar(app: TestApp) {
  const customer = await app.as('customer')
  const [car, oilPackage] = [await makeVehicle(customer.user.id), await makePackage()]
  return {
    ...customer,
    car,
    oilPackage,
    form: visitForm(car.id, { servicePackageId: oilPackage.id }),
  }
}

export function visitForm(vehicleId: string, wanted: Record<string, unknown> = {}) {
  return {
    vehicleId,
    scheduledDate: tuesday,
    scheduledTime: labelAt(1),
    serviceAddress: '12 Elm Street, Austin, TX 78701',
    ...wanted,
  }
}
