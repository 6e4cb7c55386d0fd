import type { GetRoute } from '#client/app/call.ts'
import type { Role } from '#shared/rules/roles.ts'
import { t, text } from '#shared/texts/t.ts'
import { ask, isRefused } from './ask.ts'
import { type Check, fail, pass, untested } from './check.ts'

/** Whether somebody of a role is let in; for everybody else, that they are not, which is no pass. */
const roleAccess = (name: string, own: Role, route: GetRoute, needs: () => string): Check => ({
  name,
  asks: route,
  async run({ role, cancelled }) {
    const asked = await ask(route, cancelled)
    if (role === own)
      return asked.ok ? pass(t('You are let in.')) : fail(t('Access denied'), asked.reason)
    if (asked.ok) return fail(t('Access control failed'), t('You are let in, and should not be.'))
    return isRefused(asked)
      ? untested(`${needs()} ${t('You are refused, as you have to be.')}`)
      : fail(t('API not responding'), asked.reason)
  },
})

export const adminAccess = roleAccess(
  text('Admin Role Access'),
  'admin',
  'GET /api/admin/customers',
  () => t('Only the office can test this.'),
)
export const technicianAccess = roleAccess(
  text('Technician Role Access'),
  'technician',
  'GET /api/jobs/technician',
  () => t('Only a technician can test this.'),
)
export const customerAccess = roleAccess(
  text('Customer Role Access'),
  'customer',
  'GET /api/jobs/customer',
  () => t('Only a customer can test this.'),
)
