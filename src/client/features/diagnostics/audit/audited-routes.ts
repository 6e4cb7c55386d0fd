import type { ScreenPath } from '#shared/rules/screen-paths.ts'

export const auditedRoutes = [
  '/',
  '/guest-booking',
  '/mobile-debug',
  '/contact',
  '/booking',
  '/add-vehicle',
  '/vehicle-lookup',
  '/vehicles/:id',
  '/orders',
  '/profile',
  '/notifications',
  '/job/:jobId/communication',
  '/admin/booking',
  '/admin/customers',
  '/payments',
  '/schedule',
  '/technicians',
  '/vehicle-recovery',
  '/admin/settings',
  '/job/:id',
] as const satisfies readonly ScreenPath[]

/** As displayed: `/vehicles/{id}`. */
export const shownRoute = (path: string) => path.replace(/:(\w+)/g, '{$1}')
