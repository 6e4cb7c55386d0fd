import type { Engine } from './engines.ts'
import { type Asked, asAdmin, compareSizes, type Read, thousandAndMillion } from './growth.ts'

type Technician = { id: string; lastName: string }
type Payment = { jobId: string; customerName: string; createdAt: string }

const list = '/api/payments?limit=50'
const shortList = '/api/payments?limit=20'
/** An answer within this many milliseconds feels instant, so its ratio does not matter. */
const atOnceMs = 100

/** Compares the office's payment list and totals with every filter and search: 100,000 payments and 1,000. */
export const measurePayments = (engine: Engine) =>
  compareSizes(
    engine,
    {
      few: { manyJobs: 1000, recentDays: true },
      many: { manyJobs: 100_000, recentDays: true },
    },
    callsOf,
  )

export async function callsOf(read: Read): Promise<Asked[]> {
  const technicians = await read<Technician[]>('/api/admin/technicians')
  const technician = technicians.find(({ lastName }) => lastName === 'Number 7')?.id ?? ''
  const oldest = await read<Payment[]>(`${list}&sort=created`)
  const [{ jobId, customerName, createdAt }] = oldest as [Payment]
  const cursor = JSON.stringify(['', createdAt.replace('Z', '000Z'), jobId])
  const filters: Record<string, string> = {
    all: '',
    completed: '&status=completed',
    'not charged': '&status=not_charged',
    owed: '&status=owed',
    reserved: '&status=reserved',
    'a technician': `&technicianId=${technician}`,
    'a day': '&from=2000-01-03&to=2000-01-03',
    'a month of long ago': '&from=2000-01-01&to=2000-01-31',
    'the last month': `&from=${daysAgo(30)}`,
    'an amount that many have': '&search=129.99',
    'an amount that few have': '&search=%24200.05',
    'an amount that nobody has': '&search=%24777.77',
    'an amount and a name': `&search=${encodeURIComponent(`${customerName} $129.99`)}`,
    'a name': `&search=${encodeURIComponent(customerName)}`,
    'a first name': '&search=maria',
    nobody: '&search=zzzz',
  }
  const calls = {
    ...Object.fromEntries(
      Object.entries(filters).flatMap(([name, query]) => [
        // As many as the smaller business has of a first name, so that pages of equal length are compared.
        [`list: ${name}`, (name === 'a first name' ? shortList : list) + query],
        [`totals: ${name}`, `/api/payments/summary?${query.slice(1)}`],
      ]),
    ),
    ...Object.fromEntries(
      ['amount', '-amount', 'held', '-captured', 'status', 'customer', 'job', 'due', '-due'].map(
        (sort) => [`by ${sort}`, `${list}&sort=${sort}`],
      ),
    ),
    'the oldest page': `${list}&cursor=${Buffer.from(cursor).toString('base64url')}`,
    'a first name, by amount': `${shortList}&search=maria&sort=amount`,
    'a first name, by customer': `${shortList}&search=maria&sort=customer`,
    'a first name, by due': `${shortList}&search=maria&sort=due`,
    'completed, by -due': `${list}&status=completed&sort=-due`,
    'completed, by -amount': `${list}&status=completed&sort=-amount`,
  }
  return asAdmin(calls, atOnceMs)
}

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Days of both businesses: one with 160 paid visits, a recent one, and one without any. */
const closes = {
  'close of a day with 160 payments': '/api/admin/close?date=2000-01-03',
  'close of an empty day': '/api/admin/close?date=1999-12-01',
  'close of today': '/api/admin/close',
}

/** Compares the close of a day among a million visits and among a thousand. */
export const measureClose = (engine: Engine) =>
  compareSizes(engine, thousandAndMillion({ recentDays: true }), async () =>
    asAdmin(closes, atOnceMs),
  )
