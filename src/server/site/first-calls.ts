import type { Contract } from '#shared/contract/contract.ts'
import type { Role } from '#shared/rules/roles.ts'
import type { ScreenPath } from '#shared/rules/screens.ts'

type Read = Extract<keyof Contract, `GET ${string}`>
type Calls = readonly Read[]

/** What a screen reads first of all, by who sees it. Only calls that it makes exactly so belong here. */
const callsOfScreens: Partial<
  Record<ScreenPath, Partial<Record<Role, Calls>> | { everyone: Calls }>
> = {
  '/': {
    customer: ['GET /api/vehicles', 'GET /api/jobs/customer'],
    technician: ['GET /api/jobs/technician', 'GET /api/technicians/me'],
    admin: ['GET /api/admin/attention', 'GET /api/dashboard/stats'],
  },
  '/booking': {
    customer: ['GET /api/vehicles', 'GET /api/jobs/customer', 'GET /api/service-packages'],
  },
  '/guest-booking': { everyone: ['GET /api/service-packages', 'GET /api/addon-services'] },
  '/job/:id': { technician: ['GET /api/jobs/{id}', 'GET /api/jobs/technician'] },
  '/vehicles/:id': { customer: ['GET /api/vehicles/{id}'] },
}

/** The bell of whoever is signed in stands around every screen. */
const ofEveryone: Calls = ['GET /api/notifications']

/** The addresses of what the screen at a path reads first, for whom it is shown. */
export function firstCalls(screen: ScreenPath, path: string, role: Role | null): string[] {
  const calls = callsOfScreens[screen] ?? {}
  const own = 'everyone' in calls ? calls.everyone : ((role && calls[role]) ?? [])
  const id = path.split('/')[2] ?? ''
  return [...own, ...(role ? ofEveryone : [])].map((route) =>
    route.slice('GET '.length).replace(/\{\w+\}/, id),
  )
}
