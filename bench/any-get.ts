import { contract } from '#shared/contract/contract.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { Engine } from './engines.ts'
import { type Asked, compareSizes, type Read, thousandAndMillion, type Who } from './growth.ts'

/** Ids that exist in both businesses: a visit of a customer with ten, its technician, and so on. */
type Facts = Record<
  | 'visit'
  | 'customer'
  | 'other'
  | 'vehicle'
  | 'technician'
  | 'package'
  | 'product'
  | 'promotion'
  | 'engine'
  | 'message'
  | 'from'
  | 'to',
  string
>

type Call = { as: Who; id?: keyof Facts; query?: string | ((facts: Facts) => string) }

const day = '2000-01-03'
/** The smaller business has at least this many of each. */
const page = 'limit=20'
const days = `from=${day}&to=${day}`
const coming = ({ from, to }: Facts) => `from=${from}&to=${to}`
const theOther = ({ other }: Facts) => `customerId=${other}`
const austin = 'latitude=30.27&longitude=-97.74&radiusMiles=10'

function leftOut(why: string, calls: readonly string[]): Record<string, { leftOut: string }> {
  return Object.fromEntries(calls.map((call) => [call, { leftOut: why }]))
}

/** Every GET with a JSON answer: its caller, its `{id}`, and its query. */
export const growthCalls: Record<string, Call | { leftOut: string }> = {
  '/api/health': { as: 'nobody' },
  '/api/ready': { as: 'nobody' },
  '/api/config': { as: 'nobody' },
  '/api/openapi.json': { as: 'nobody' },
  '/api/public-texts': { as: 'nobody' },
  '/api/auth/user': { as: 'customer' },
  '/api/demo/outbox': { leftOut: 'of the demo alone' },
  '/api/account/sessions': { as: 'customer' },
  '/api/admin/drive-times': { as: 'admin' },
  '/api/admin/email-changes/{id}': { as: 'admin', id: 'customer' },
  '/api/account/data': { as: 'customer' },
  '/api/places': { as: 'customer' },
  '/api/vehicles': { as: 'customer' },
  '/api/vehicles/{id}': { as: 'customer', id: 'vehicle' },
  '/api/vehicles/{id}/jobs': { as: 'customer', id: 'vehicle', query: 'limit=5' },
  '/api/vehicles/{id}/odometer': { as: 'customer', id: 'vehicle' },
  '/api/vehicles/suggestions': { as: 'nobody' },
  '/api/admin/deleted-vehicles': { as: 'admin', query: page },
  '/api/availability': { as: 'nobody' },
  '/api/admin/requests': { as: 'admin' },
  '/api/service-area': { as: 'nobody', query: 'zip=78701' },
  '/api/zip-codes': { as: 'nobody', query: 'zip=78701' },
  '/api/address-suggestions': { leftOut: 'answered by an outside service' },
  '/api/service-area/days': { as: 'nobody', query: (facts) => `zip=78701&${coming(facts)}` },
  '/api/core-spots': { as: 'customer' },
  '/api/admin/core-spots': { as: 'admin' },
  '/api/admin/core-spots/coverage': { as: 'admin', query: austin },
  '/api/admin/core-spots/place': { leftOut: 'answered by an outside service' },
  '/api/admin/zip-centers': { as: 'admin', query: 'south=30&north=31&west=-98&east=-97' },
  '/api/service-packages': { as: 'nobody' },
  '/api/addon-services': { as: 'nobody' },
  '/api/admin/service-packages': { as: 'admin' },
  '/api/admin/service-packages/{id}': { as: 'admin', id: 'package' },
  '/api/admin/products': { as: 'admin', query: page },
  '/api/admin/products/{id}': { as: 'admin', id: 'product' },
  '/api/admin/products/{id}/stock': { as: 'admin', id: 'product', query: page },
  '/api/admin/promotions': { as: 'admin', query: 'limit=2' },
  '/api/admin/promotions/{id}': { as: 'admin', id: 'promotion' },
  '/api/admin/engines': { as: 'admin', query: page },
  '/api/admin/engines/{id}': { as: 'admin', id: 'engine' },
  '/api/road': { as: 'admin', query: `date=${day}` },
  '/api/waitlist': { as: 'customer' },
  '/api/waitlist/offers/{id}': { leftOut: 'the bench offers no time' },
  '/api/admin/waitlist': { as: 'admin' },
  '/api/companies': { as: 'customer' },
  '/api/admin/companies': { as: 'admin' },
  ...leftOut('the bench has no company', [
    '/api/admin/companies/{id}',
    '/api/companies/{id}',
    '/api/companies/{id}/cars',
    '/api/companies/{id}/spend',
    '/api/companies/{id}/statements',
    '/api/companies/{id}/statements/{statementId}',
    '/api/companies/{id}/visits',
    '/api/company-approvals/{token}',
    '/api/statements/{token}',
  ]),
  '/api/subscriptions': { as: 'customer' },
  '/api/plans': { as: 'customer', query: ({ vehicle }) => `vehicleId=${vehicle}` },
  '/api/plan-visits/{id}': { leftOut: 'the bench proposes no visit' },
  '/api/admin/plans': { as: 'admin' },
  '/api/admin/plans/members': { as: 'admin' },
  '/api/admin/plans/overview': { as: 'admin' },
  '/api/admin/plans/{id}': { leftOut: 'the bench has no plan' },
  '/api/jobs/{id}/inspection': { as: 'admin', id: 'visit' },
  '/api/inspections/{token}': { leftOut: 'the bench inspects no car' },
  '/api/vehicles/{id}/inspection-trends': { as: 'customer', id: 'vehicle' },
  '/api/admin/inspection-templates': { as: 'admin' },
  '/api/admin/receipt-profile': { as: 'admin', query: 'state=CA' },
  '/api/jobs/customer': { as: 'customer', query: 'limit=5' },
  '/api/jobs/technician': { as: 'technician' },
  '/api/jobs/unassigned': { as: 'technician' },
  '/api/jobs/today': { as: 'technician' },
  '/api/admin/jobs': { as: 'admin', query: `date=${day}` },
  '/api/jobs/{id}': { as: 'admin', id: 'visit' },
  '/api/jobs/{id}/technician-rating': { as: 'customer', id: 'visit' },
  '/api/jobs/{id}/lines': { as: 'admin', id: 'visit' },
  '/api/jobs/{id}/extras': { as: 'admin', id: 'visit' },
  '/api/jobs/{id}/approvals': { as: 'admin', id: 'visit' },
  '/api/jobs/{id}/recommendations': { as: 'admin', id: 'visit' },
  '/api/vehicles/{id}/recommendations': { as: 'customer', id: 'vehicle' },
  '/api/admin/recommendations': { as: 'admin' },
  '/api/jobs/{id}/addons': { as: 'admin', id: 'visit' },
  '/api/jobs/{id}/messages': { as: 'admin', id: 'visit' },
  '/api/jobs/{id}/history': { as: 'admin', id: 'visit', query: page },
  '/api/jobs/{id}/communications': { as: 'admin', id: 'visit' },
  '/api/jobs/{id}/position': { as: 'admin', id: 'visit' },
  '/api/notifications': { as: 'technician', query: 'limit=4' },
  '/api/unsubscribe/{token}/preference': { leftOut: 'of a mail, which the bench has none of' },
  '/api/admin/deliveries': { as: 'admin', query: page },
  '/api/push/subscriptions': { as: 'customer' },
  '/api/admin/messages': { as: 'admin', query: page },
  '/api/admin/messages/{id}': { as: 'admin', id: 'message' },
  '/api/admin/team': { as: 'admin' },
  '/api/payments': { as: 'admin', query: page },
  '/api/payments/summary': { as: 'admin', query: days },
  '/api/payments/config': { leftOut: 'of a card network, which the bench has none of' },
  '/api/payments/due/{jobId}': { as: 'customer', id: 'visit' },
  '/api/payments/{jobId}': { as: 'admin', id: 'visit' },
  '/api/payments/scheduled-auths': { as: 'admin' },
  '/api/admin/card-network': { as: 'admin' },
  '/api/admin/card-network/events': { as: 'admin' },
  '/api/payments/cards': { as: 'customer' },
  '/api/jobs/{id}/photos': { as: 'admin', id: 'visit' },
  '/api/jobs/{id}/taken-away': { leftOut: 'the bench takes no visit away' },
  '/api/jobs/{id}/unsent-work': { as: 'admin', id: 'visit' },
  '/api/payments/{jobId}/movements': { as: 'admin', id: 'visit' },
  '/api/jobs/{id}/receipt': { as: 'customer', id: 'visit' },
  '/api/admin/invoices': { as: 'admin', query: page },
  '/api/admin/invoices/summary': { as: 'admin', query: 'status=unpaid' },
  '/api/front-page': { as: 'nobody' },
  '/api/dashboard/stats': { as: 'admin' },
  '/api/dashboard/utilization': { as: 'admin' },
  '/api/dashboard/rebooking': { as: 'admin' },
  '/api/reviews/recent': { as: 'admin' },
  '/api/admin/attention': { as: 'admin' },
  '/api/admin/blocked-slots': { as: 'admin', query: `date=${day}` },
  '/api/admin/blocked-slots/{date}': { as: 'admin', id: 'from' },
  '/api/admin/closures': { as: 'admin' },
  '/api/admin/block-range/visits': { as: 'admin', query: coming },
  '/api/admin/weekly-hours/visits': { as: 'admin', query: 'hours=12,12,12,12,12,12,12' },
  '/api/admin/slot-times/visits': { as: 'admin', query: `from=${day}&times=07:00-08:00` },
  '/api/calendar-feed': { as: 'technician' },
  '/api/admin/technicians/{id}/calendar-feed': { as: 'admin', id: 'technician' },
  '/api/admin/failed-tasks': { as: 'admin' },
  '/api/admin/system': { as: 'admin' },
  '/api/admin/schedule': { as: 'admin', query: days },
  '/api/admin/board': { as: 'admin', query: `date=${day}` },
  '/api/admin/positions': { as: 'admin' },
  '/api/admin/customers/duplicates': { as: 'admin' },
  '/api/admin/customers/{id}/merge': { as: 'admin', id: 'customer', query: theOther },
  '/api/admin/customers': { as: 'admin', query: page },
  '/api/admin/customers/summary': { as: 'admin' },
  '/api/admin/customers/{id}': { as: 'admin', id: 'customer' },
  '/api/admin/customers/{id}/jobs': { as: 'admin', id: 'customer', query: 'limit=5' },
  '/api/admin/customers/{id}/messages': { as: 'admin', id: 'customer' },
  '/api/admin/imports': { as: 'admin' },
  '/api/technicians/me': { as: 'technician' },
  '/api/admin/technicians': { as: 'admin', query: page },
  '/api/admin/technicians/{id}': { as: 'admin', id: 'technician' },
  '/api/admin/technicians/{id}/work': { as: 'admin', id: 'technician', query: days },
  '/api/admin/technicians/{id}/visits': { as: 'admin', id: 'technician' },
  '/api/admin/technicians/{id}/reviews': { as: 'admin', id: 'technician' },
  '/api/admin/settings': { as: 'admin' },
  '/api/admin/settings/changes': { as: 'admin' },
  '/api/admin/setup': { as: 'admin' },
  '/api/admin/map-tiles': { as: 'admin' },
  '/api/admin/search': { as: 'admin', query: 'q=maria' },
  '/api/admin/callers': { as: 'admin', query: 'q=maria' },
  '/api/admin/callers/{id}': { as: 'admin', id: 'customer' },
  '/api/admin/audit': { as: 'admin', query: page },
  '/api/admin/close': { as: 'admin', query: `date=${day}` },
}

/** The paths of the contract that must be listed above. */
export const jsonPaths: string[] = Object.entries(contract as Record<string, Endpoint>)
  .filter(([route, { response }]) => route.startsWith('GET ') && !('kind' in response))
  .map(([route]) => route.slice('GET '.length))

const isCalled = (call: Call | { leftOut: string }): call is Call => 'as' in call

/** Compares the speed of every GET of the contract in a business with 1,000,000 visits and one with 1,000. */
export const measureAnyGet = (engine: Engine) =>
  compareSizes(
    engine,
    {
      few: { ...history.few, auditEntries: 1000 },
      many: { ...history.many, auditEntries: 1_000_000 },
    },
    callsOf,
    turns,
  )

const history = thousandAndMillion({ jobsPerCustomer: 10, recentDays: true, records: true })
const turns = { warmUpSeconds: 0.15, roundSeconds: 0.1, rounds: 5, withLimits: false }

export async function callsOf(read: Read): Promise<Asked[]> {
  const facts = await factsOf(read)
  return jsonPaths.flatMap((path) => {
    const call = growthCalls[path]
    if (!call) throw new Error(`No known call for ${path}`)
    if (!isCalled(call)) return []
    const { as, id, query = '' } = call
    const words = typeof query === 'string' ? query : query(facts)
    const meant = id ? path.replace(/\{\w+\}/, facts[id]) : path
    return { what: path, path: `${meant}${words && `?${words}`}`, who: as }
  })
}

type Thing = { id: string }

async function factsOf(read: Read): Promise<Facts> {
  const first = async (path: string, who?: Who) => {
    const [found] = await read<Thing[]>(path, who)
    if (!found) throw new Error(`${path} finds nothing`)
    return found.id
  }
  const visits = await read<(Thing & { status: string })[]>(
    '/api/jobs/customer?limit=20',
    'customer',
  )
  const visit = visits.findLast(({ status }) => status === 'completed')?.id ?? ''
  return {
    visit,
    customer: (await read<Thing>('/api/auth/user', 'customer')).id,
    other: await first('/api/admin/customers?search=maria&limit=1'),
    vehicle: await first('/api/vehicles', 'customer'),
    technician: (await read<Thing>('/api/auth/user', 'technician')).id,
    package: await first('/api/admin/service-packages'),
    product: await first('/api/admin/products?limit=1'),
    promotion: await first('/api/admin/promotions?limit=1'),
    engine: await first('/api/admin/engines?limit=1'),
    message: await first('/api/admin/messages?limit=1'),
    from: daysAhead(5),
    to: daysAhead(12),
  }
}

const daysAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
