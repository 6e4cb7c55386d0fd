import type { Engine } from './engines.ts'
import { type Asked, asAdmin, compareSizes, type Read, thousandAndMillion } from './growth.ts'

/** Days with the same visits in both businesses: 200 each. */
const days = { from: '2000-01-01', to: '2000-01-05', one: '2000-01-03' }

type Visit = {
  id: string
  number: string
  serviceAddress: string
  vehicle: { licensePlate: string }
  customer: { name: string; phone: string; email: string }
}

/** Search results should arrive while the user is still typing. */
const findWithinMs = 50

/**
 * Compares the office's everyday requests with a million visits and 100,000 customers and with a thousandth of them: its
 * dashboard, a day, a week, a visit, a technician, the inbox, and search.
 */
export const measureOffice = (engine: Engine) =>
  compareSizes(engine, thousandAndMillion({ jobsPerCustomer: 10, recentDays: true }), callsOf)

export const callsOf = async (read: Read): Promise<Asked[]> => [
  ...(await daysAndVisits(read)),
  ...(await findings(read)),
]

const aVisit = async (read: Read): Promise<Visit> => {
  const [visit] = await read<Visit[]>(`/api/admin/jobs?date=${days.one}`)
  if (!visit) throw new Error('There is no visit on that day')
  return visit
}

async function daysAndVisits(read: Read): Promise<Asked[]> {
  const { id } = await aVisit(read)
  const technicians = await read<{ id: string; lastName: string }[]>('/api/admin/technicians')
  const technician = technicians.find(({ lastName }) => lastName === 'Number 7')?.id
  const period = `from=${days.from}&to=${days.to}`
  const calls = {
    'what waits': '/api/admin/attention',
    'numbers of the dashboard': '/api/dashboard/stats',
    'seats booked': '/api/dashboard/utilization',
    'returning customers': '/api/dashboard/rebooking',
    'visits of this week': '/api/jobs/today?range=week',
    'newest customers': '/api/admin/customers?limit=5',
    'newest payments': '/api/payments?limit=3',
    'newest reviews': '/api/reviews/recent',
    'board of a day': `/api/admin/board?date=${days.one}`,
    'visits of a day': `/api/admin/jobs?date=${days.one}`,
    'board of a week': `/api/admin/schedule?${period}`,
    visit: `/api/jobs/${id}`,
    'history of a visit': `/api/jobs/${id}/history`,
    'payment of a visit': `/api/payments/${id}`,
    technicians: '/api/admin/technicians',
    'a technician': `/api/admin/technicians/${technician}`,
    'their work of some days': `/api/admin/technicians/${technician}/work?${period}`,
    'their visits': `/api/admin/technicians/${technician}/visits`,
    'their reviews': `/api/admin/technicians/${technician}/reviews`,
    inbox: '/api/admin/messages?limit=20',
    'inbox, open': '/api/admin/messages?filter=open&limit=20',
    'inbox, of a name': '/api/admin/messages?search=maria&limit=20',
    'inbox, by name': '/api/admin/messages?sort=name&limit=20',
  }
  return asAdmin(calls)
}

/** Searches that find a visit of both businesses, and words with thousands of matches in the larger one, or none. */
async function findings(read: Read): Promise<Asked[]> {
  const { number, serviceAddress, vehicle, customer } = await aVisit(read)
  const { vehicles } = await read<{ vehicles: { vin: string | null }[] }>(
    `/api/admin/search?q=${encodeURIComponent('4T1BF1FK5JU')}`,
  )
  const [firstName = ''] = customer.name.split(' ')
  const typed = {
    'a name': customer.name,
    'a first name': firstName,
    'two letters': 'ma',
    'half a phone number': customer.phone.slice(-7),
    'a phone number': customer.phone.replace(/^\+1(\d{3})(\d{3})/, '($1) $2-'),
    'an e-mail address': customer.email,
    'a plate': vehicle.licensePlate.replace(' ', ''),
    'the beginning of a plate': vehicle.licensePlate.slice(0, 3),
    'letters of every VIN': '5JU',
    'the end of a VIN': vehicles[0]?.vin?.slice(-6) ?? '',
    'a visit': number,
    'a number': number.slice(-2),
    'what nobody has': 'Xylofon Qwertz',
    'a phone number that nobody has': '(999) 555-0199',
  }
  const searches = Object.entries(typed).map(([what, q]) => ['search', what, q] as const)
  const calls = [
    ['a name', customer.name],
    ['two letters', 'ma'],
    ['a phone number', customer.phone],
    ['a plate', vehicle.licensePlate],
    ['an address', serviceAddress.split(',')[0] ?? ''],
    ['half an address', serviceAddress.slice(0, 5)],
    ['what nobody has', 'Xylofon Qwertz'],
  ].map(([what = '', q = '']) => ['callers', what, q] as const)
  return [...searches, ...calls].map(([call, what, q]) => ({
    what: `${call === 'search' ? 'search' : 'caller'}: ${what}`,
    path: `/api/admin/${call}?q=${encodeURIComponent(q)}`,
    who: 'admin',
    withinMs: findWithinMs,
  }))
}
