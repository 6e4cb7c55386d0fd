import type { GetRoute } from '#client/app/call.ts'
import { describeAudience } from '#client/app/routing.ts'
import { paths } from '#shared/rules/paths.ts'
import type { Role } from '#shared/rules/roles.ts'
import { t, text } from '#shared/texts/t.ts'
import { auditRoute } from '../audit/audit-route.ts'
import { phone } from '../audit/draw-offscreen.ts'
import { answerWithinMs, ask, isRefused, NoAnswer, noAnswer, within } from './ask.ts'
import { type Check, fail, pass, untested } from './check.ts'
import {
  authenticationSystem,
  backendHealth,
  bookingCalendar,
  coreSpots,
  databaseConnection,
  databaseConnectivity,
  paymentConfiguration,
  preAuthorization,
  productManagement,
  realTimeConnection,
  scheduledAuths,
  servicePackages,
  userAuthentication,
} from './server-checks.ts'

const roleRoutes = (name: string, role: Role, href: string): Check => ({
  name,
  asks: `HEAD ${href}`,
  href,
  async run({ role: own, cancelled, draw }) {
    if (own !== role) return untested(describeAudience([role]))
    const { state, detail } = await auditRoute({ path: href }, cancelled, draw)
    if (state === 'untested') return untested(detail)
    if (detail === noAnswer()) throw new NoAnswer()
    return state === 'working' ? pass(detail) : fail(t('The page is broken'), detail)
  },
})

const customerRoutes = roleRoutes(text('Customer Routes'), 'customer', paths.booking)
const technicianRoutes = roleRoutes(text('Technician Routes'), 'technician', paths.home)
const adminRoutes = roleRoutes(text('Admin Routes'), 'admin', paths.customers)

/** Narrower counts as a phone. */
const wideFromPx = 768
const narrowestPx = 320

const mobileResponsiveness: Check = {
  name: text('Mobile Responsiveness'),
  asks: paths.guestBooking,
  href: paths.mobileDebug,
  async run({ cancelled, draw }) {
    const size = { ...phone, width: narrowestPx }
    const window =
      innerWidth < wideFromPx
        ? t('This window is narrow: {width} px.', { width: String(innerWidth) })
        : t('This window is wide: {width} px.', { width: String(innerWidth) })
    const drawn = await within(answerWithinMs, cancelled, (signal) =>
      draw(paths.guestBooking, signal, size).catch(() => undefined),
    )
    if (!drawn) throw new NoAnswer()
    const width = String(narrowestPx)
    if (drawn.overflow > 0)
      return fail(
        t('The booking page is wider than a phone'),
        t('At {width} px it is {overflow} px too wide.', {
          width,
          overflow: String(drawn.overflow),
        }),
      )
    return pass(`${t('The booking page fits a screen of {width} px.', { width })} ${window}`)
  },
}

/** Checks that a role has access; for others that they are refused, which doesn't count as a pass. */
const roleAccess = (name: string, own: Role, route: GetRoute, needs: () => string): Check => ({
  name,
  asks: route,
  async run({ role, cancelled }) {
    const result = await ask(route, cancelled)
    if (role === own)
      return result.ok ? pass(t('You are let in.')) : fail(t('Access denied'), result.reason)
    if (result.ok) return fail(t('Access control failed'), t('You are let in, and should not be.'))
    return isRefused(result)
      ? untested(`${needs()} ${t('You are refused, as you should be.')}`)
      : fail(t('API not responding'), result.reason)
  },
})

const adminAccess = roleAccess(text('Admin Role Access'), 'admin', 'GET /api/admin/customers', () =>
  t('Only the office can test this.'),
)
const technicianAccess = roleAccess(
  text('Technician Role Access'),
  'technician',
  'GET /api/jobs/technician',
  () => t('Only a technician can test this.'),
)
const customerAccess = roleAccess(
  text('Customer Role Access'),
  'customer',
  'GET /api/jobs/customer',
  () => t('Only a customer can test this.'),
)

export const systemChecks: readonly Check[] = [
  backendHealth,
  servicePackages,
  paymentConfiguration,
  databaseConnectivity,
  authenticationSystem,
  adminAccess,
  technicianAccess,
  customerAccess,
  productManagement,
  preAuthorization,
  scheduledAuths,
  coreSpots,
]

export const healthChecks: readonly Check[] = [
  userAuthentication,
  databaseConnection,
  customerRoutes,
  technicianRoutes,
  adminRoutes,
  mobileResponsiveness,
  servicePackages,
  bookingCalendar,
  paymentConfiguration,
  productManagement,
  realTimeConnection,
]
