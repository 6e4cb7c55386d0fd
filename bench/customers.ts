import { customerSorts } from '#shared/contract/customers.ts'
import { deletedVehicleSorts } from '#shared/contract/recovery.ts'
import { auditSubjects } from '#shared/rules/audit.ts'
import type { Engine } from './engines.ts'
import { type Asked, asAdmin, compareSizes, type Read } from './growth.ts'

type Customer = {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string
  createdAt: string
  totalSpent: string
}

const customers = '/api/admin/customers'
const list = `${customers}?limit=50`
const orders = customerSorts.flatMap((field) => [field, `-${field}`])

const history = { jobsPerCustomer: 2, visitsOfRegular: 500, deletedCars: true }

// A hundred calls on two engines, so each round is a few answers.
const turns = { warmUpSeconds: 0.15, roundSeconds: 0.1, rounds: 5 }

/** Compares the office's customer list and audit log with 100,000 customers and 1,000,000 entries, and with 1,000 of both. */
export const measureCustomers = (engine: Engine) =>
  compareSizes(
    engine,
    {
      few: { ...history, manyJobs: 2000, auditEntries: 1000 },
      many: { ...history, manyJobs: 200_000, auditEntries: 1_000_000 },
    },
    async (read) => [
      ...(await callsOf(read)),
      ...(await callsOfDeletedCars(read)),
      ...(await callsOfLog(read)),
    ],
    turns,
  )

export async function callsOf(read: Read): Promise<Asked[]> {
  const [someone] = await read<Customer[]>(`${list}&search=maria&sort=spent`)
  if (!someone) throw new Error('There is no customer with that name')
  const [car] = await read<{ licensePlate: string }[]>(`/api/vehicles?customerId=${someone.id}`)
  const [regular] = await read<Customer[]>(`${list}&search=fleetwood-regular`)
  const { id, firstName, lastName, email, phone, createdAt, totalSpent } = someone
  const cents = String(Math.round(Number(totalSpent) * 100))
  const after = (sort: string, value: string) =>
    `${list}${sort && `&sort=${sort}`}&cursor=${Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')}`
  const find = (words: string, more = '&limit=50') =>
    `${customers}?search=${encodeURIComponent(words)}${more}`
  const calls = {
    'customers, newest': list,
    ...Object.fromEntries(orders.map((sort) => [`by ${sort}`, `${list}&sort=${sort}`])),
    'a page in the middle, newest': after('', createdAt.replace('Z', '000Z')),
    'a page in the middle, by name': after('name', `${firstName} ${lastName}`),
    'a page in the middle, by -spent': after('-spent', cents),
    'found: a name': find(`${firstName} ${lastName}`),
    // As many as the smaller business has, so that pages of equal length are compared.
    ...Object.fromEntries(
      ['', ...orders].map((sort) => [
        `found: a first name${sort && `, by ${sort}`}`,
        find(firstName, `&limit=25${sort && `&sort=${sort}`}`),
      ]),
    ),
    'found: everybody': find('example.com'),
    'found: everybody, by name': find('example.com', '&limit=50&sort=name'),
    'found: an e-mail': find(email),
    'found: a phone number': find(phone.replace(/^\+1(\d{3})(\d{3})/, '($1) $2-')),
    'found: half a phone number': find(phone.slice(-7)),
    'found: a plate': find(car?.licensePlate ?? ''),
    'found: two letters': find('ma'),
    'found: nobody': find('zzzz'),
    'with a status': `${list}&status=inactive`,
    'with a status, by name': `${list}&status=inactive&sort=name`,
    'totals of all': '/api/admin/customers/summary',
    'totals of a first name': `/api/admin/customers/summary?search=${firstName}`,
    'one customer': `/api/admin/customers/${id}`,
    'one customer, cars': `/api/vehicles?customerId=${id}`,
    'one customer, visits': `/api/admin/customers/${id}/jobs?limit=10`,
    'one customer, messages': `/api/admin/customers/${id}/messages`,
    'a customer with 500 visits': `/api/admin/customers/${regular?.id}`,
    'a customer with 500 visits, visits': `/api/admin/customers/${regular?.id}/jobs?limit=10`,
    'a customer with 500 visits, cars': `/api/vehicles?customerId=${regular?.id}`,
    'who may be the same': '/api/admin/customers/duplicates',
  }
  return asAdmin(calls)
}

type Car = { licensePlate: string; vin: string | null; make: string; customer: { name: string } }

const deleted = '/api/admin/deleted-vehicles'

/** Deleted cars: every order, and every kind of search. */
async function callsOfDeletedCars(read: Read): Promise<Asked[]> {
  const cars = await read<Car[]>(`${deleted}?limit=50&search=maria`)
  const car = cars.find(({ vin }) => vin)
  if (!car?.vin) throw new Error('No one with that name has a deleted car')
  const find = (words: string, more = '&limit=50') =>
    `${deleted}?search=${encodeURIComponent(words)}${more}`
  const calls = {
    ...Object.fromEntries(
      deletedVehicleSorts.flatMap((sort) =>
        [sort, `-${sort}`].map((one) => [`by ${one}`, `${deleted}?limit=50&sort=${one}`]),
      ),
    ),
    'found: a plate': find(car.licensePlate),
    'found: a VIN': find(car.vin),
    'found: a whole name': find(car.customer.name),
    // As many as the smaller business has, so that pages of equal length are compared.
    'found: a first name': find('maria', '&limit=20'),
    'found: a make that a fifth has': find('toyota'),
    'found: the same, by vehicle': find('toyota', '&limit=50&sort=vehicle'),
    'found: the same, by customer': find('toyota', '&limit=50&sort=customer'),
    'found: a make and a first name': find('toyota anna', '&limit=5'),
    'found: everything': find('jtd'),
    'found: nothing': find('zzzz'),
  }
  return asAdmin(calls).map((call) => ({ ...call, what: `deleted cars, ${call.what}` }))
}

type Entry = {
  at: string
  id: string
  job: { number: string } | null
  person: { name: string } | null
  by: { id: string; name: string } | null
}

const log = '/api/admin/audit'
const entriesOfLog = `${log}?limit=100`

/** The audit log: its pages, every filter, and every kind of search. */
async function callsOfLog(read: Read): Promise<Asked[]> {
  const entries = await read<Entry[]>(entriesOfLog)
  const [last] = await read<Entry[]>(`${entriesOfLog}&sort=at`)
  const aVisit = entries.find(({ job }) => job)
  const office = await read<Entry[]>(`${entriesOfLog}&search=quinn`)
  if (!last || !aVisit?.job || !aVisit.person) throw new Error('The log is empty')
  const cursor = Buffer.from(JSON.stringify(['', last.at.replace('Z', '000Z'), last.id])).toString(
    'base64url',
  )
  const middle = Buffer.from(
    JSON.stringify(['', entries.at(-1)?.at.replace('Z', '000Z'), last.id]),
  ).toString('base64url')
  const day = (at = '') => at.slice(0, 10)
  const find = (words: string, limit = 100) =>
    `${log}?limit=${limit}&search=${encodeURIComponent(words)}`
  const [firstName = ''] = aVisit.person.name.split(' ')
  const calls = {
    'log, newest': entriesOfLog,
    'log, oldest': `${entriesOfLog}&sort=at`,
    'log, a page in the middle': `${entriesOfLog}&cursor=${middle}`,
    'log, the last page': `${entriesOfLog}&cursor=${cursor}`,
    ...Object.fromEntries(
      auditSubjects.map((about) => [`log, about ${about}`, `${entriesOfLog}&about=${about}`]),
    ),
    'log, by nobody': `${entriesOfLog}&who=server`,
    'log, by one who did much': `${entriesOfLog}&who=${entries.find(({ by }) => by?.name.startsWith('Olga'))?.by?.id}`,
    'log, by one who did little': `${entriesOfLog}&who=${office.find(({ by }) => by?.name.startsWith('Quinn'))?.by?.id}`,
    'log, by one, about messages': `${entriesOfLog}&about=messages&who=${entries.find(({ by }) => by?.name.startsWith('Olga'))?.by?.id}`,
    'log, of a day': `${entriesOfLog}&from=${day(last.at)}&to=${day(last.at)}`,
    'log, since a day': `${entriesOfLog}&from=${day(last.at)}`,
    'log, until a day': `${entriesOfLog}&to=${day(entries.at(-1)?.at)}`,
    'log, found: a visit': find(aVisit.job.number),
    'log, found: a number': find(aVisit.job.number.slice(-2)),
    'log, found: a whole name': find(aVisit.person.name),
    // As many as the smaller business has, so that pages of equal length are compared.
    'log, found: a first name': find(firstName, 20),
    'log, found: a first name, 100 of them': find(firstName),
    'log, found: a first name, about settings': `${find(firstName)}&about=settings`,
    'log, found: two letters': find('ma', 80),
    'log, found: an admin': find('Olga'),
    'log, found: an admin who did little': find('Quinn'),
    'log, found: what was done': find('Card charged'),
    'log, found: what is rarely done': find('Engine table'),
    'log, found: nothing': find('Xylofon Qwertz'),
    'log, found: a first name, about money': `${find(firstName, 15)}&about=money`,
    'log, found: a first name, oldest': `${find(firstName, 20)}&sort=at`,
  }
  return asAdmin(calls)
}
