import { deletedVehicleSorts } from '#shared/contract/recovery.ts'
import type { Asked, Read } from './growth.ts'

type Car = { licensePlate: string; vin: string | null; make: string; customer: { name: string } }

const list = '/api/admin/deleted-vehicles'

/** Cars that were deleted: every order, and whatever they are searched for. */
export async function callsOfDeletedCars(read: Read): Promise<Asked[]> {
  const cars = await read<Car[]>(`${list}?limit=50&search=maria`)
  const car = cars.find(({ vin }) => vin)
  if (!car?.vin) throw new Error('No car of anybody of that name was deleted')
  const find = (words: string, more = '&limit=50') =>
    `${list}?search=${encodeURIComponent(words)}${more}`
  const calls = {
    ...Object.fromEntries(
      deletedVehicleSorts.flatMap((sort) =>
        [sort, `-${sort}`].map((one) => [`by ${one}`, `${list}?limit=50&sort=${one}`]),
      ),
    ),
    'found: a plate': find(car.licensePlate),
    'found: a VIN': find(car.vin),
    'found: a whole name': find(car.customer.name),
    // As many as the smaller business has, so that pages of one length are compared.
    'found: a first name': find('maria', '&limit=20'),
    'found: a make that a fifth has': find('toyota'),
    'found: the same, by vehicle': find('toyota', '&limit=50&sort=vehicle'),
    'found: the same, by customer': find('toyota', '&limit=50&sort=customer'),
    'found: a make and a first name': find('toyota anna', '&limit=5'),
    'found: everything': find('jtd'),
    'found: nothing': find('zzzz'),
  }
  return Object.entries(calls).map(([what, path]) => ({
    what: `deleted cars, ${what}`,
    path,
    who: 'admin',
  }))
}
