import type { PublicConfig } from '#shared/contract/operations.ts'
import { daysShown } from '#shared/rules/open-days.ts'
import type { Contract } from '#shared/contract/contract.ts'
import type { Role } from '#shared/rules/roles.ts'
import { isAt } from '#shared/rules/screens.ts'
import type { ScreenPath } from '#shared/rules/screen-paths.ts'

type Read = Extract<keyof Contract, `GET ${string}`>
type Calls = readonly Read[]

/** The first calls of each screen by role. List only calls made exactly like this. */
const callsOfScreens: Partial<
  Record<ScreenPath, Partial<Record<Role, Calls>> | { everyone: Calls }>
> = {
  '/': {
    customer: ['GET /api/vehicles', 'GET /api/jobs/customer'],
    technician: ['GET /api/jobs/technician', 'GET /api/technicians/me'],
    admin: ['GET /api/admin/attention', 'GET /api/dashboard/stats'],
  },
  '/booking': {
    customer: [
      'GET /api/vehicles',
      'GET /api/jobs/customer',
      'GET /api/service-packages',
      'GET /api/addon-services',
      'GET /api/availability',
    ],
  },
  '/guest-booking': {
    everyone: ['GET /api/service-packages', 'GET /api/addon-services', 'GET /api/availability'],
  },
  '/job/:id': { technician: ['GET /api/jobs/{id}', 'GET /api/jobs/technician'] },
  '/vehicles/:id': { customer: ['GET /api/vehicles/{id}'] },
}

/** Every screen shows the bell when signed in. */
const ofEveryone: Calls = ['GET /api/notifications']

/** A call by its key in the client's cache, and its address. */
export type FirstCall = { key: readonly [route: string, input?: object]; url: string }

/** The first calls of the screen at a path, for the person viewing it. */
export function firstCalls(
  path: string,
  role: Role | null,
  business: Pick<PublicConfig, 'today' | 'earliestDate' | 'latestDate'> | undefined,
): FirstCall[] {
  const screens = Object.entries(callsOfScreens) as [
    ScreenPath,
    NonNullable<(typeof callsOfScreens)[ScreenPath]>,
  ][]
  const calls = screens.find(([screen]) => isAt(screen, path))?.[1] ?? {}
  const own = 'everyone' in calls ? calls.everyone : ((role && calls[role]) ?? [])
  return [...own, ...(role ? ofEveryone : [])].flatMap((route) => {
    if (route !== 'GET /api/availability') return [callAt(route, path)]
    const query = business && daysShown(business)
    if (!query) return []
    const url = `/api/availability?${new URLSearchParams(query)}`
    return [{ key: [route, { query }], url }]
  })
}

function callAt(route: Read, path: string): FirstCall {
  const url = route.slice('GET '.length)
  if (!url.includes('{id}')) return { key: [route], url }
  const id = path.split('/')[2] ?? ''
  return { key: [route, { params: { id } }], url: url.replace('{id}', id) }
}
