import { customerSorts } from '#shared/contract/customers.ts'
import { callsOfLog } from './audit.ts'
import { callsOfDeletedCars } from './deleted-cars.ts'
import type { Engine } from './engines.ts'
import { type Asked, compareSizes, type Read } from './growth.ts'

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

// A hundred calls on two engines: a round each of a few answers.
const turns = { warmUpSeconds: 0.15, roundSeconds: 0.1, rounds: 5 }

/** The office's list of customers, and its log: 100,000 customers and 1,000,000 entries, and 1,000 of both. */
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
  if (!someone) throw new Error('There is no customer of that name')
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
    // As many as the smaller business has, so that pages of one length are compared.
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
  return Object.entries(calls).map(([what, path]) => ({ what, path, who: 'admin' }))
}
