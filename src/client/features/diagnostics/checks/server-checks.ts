import type { Role } from '#shared/rules/roles.ts'
import { plural, t, text } from '#shared/texts/t.ts'
import { ask, isRefused } from './ask.ts'
import { type Check, fail, pass, untested, warn } from './check.ts'

export const backendHealth: Check = {
  name: text('Backend API Health'),
  asks: 'GET /api/health',
  async run({ cancelled }) {
    const asked = await ask('GET /api/health', cancelled)
    return asked.ok ? pass(t('The server is ready.')) : fail(t('API not responding'), asked.reason)
  },
}

export const servicePackages: Check = {
  name: text('Service Packages API'),
  asks: 'GET /api/service-packages',
  async run({ cancelled }) {
    const asked = await ask('GET /api/service-packages', cancelled)
    if (!asked.ok) return fail(t('API not responding'), asked.reason)
    const { length } = asked.answer
    if (length === 0) return warn(t('No package is on sale, so nobody can book.'))
    return pass(
      plural(length, { one: '1 package is on sale.', other: '{count} packages are on sale.' }),
    )
  },
}

export const paymentConfiguration: Check = {
  name: text('Payment Configuration'),
  asks: 'GET /api/payments/config',
  async run({ cancelled, takesCards }) {
    const asked = await ask('GET /api/payments/config', cancelled)
    const missing = t('Missing payment configuration')
    if (!asked.ok && asked.status === 503 && !takesCards)
      return warn(
        `${missing}. ${t('No card provider is connected; visits are paid to the business directly.')}`,
      )
    if (!asked.ok) return fail(missing, asked.reason)
    const { applicationId, environment } = asked.answer
    return applicationId && environment
      ? pass(t('The card form knows its provider ({environment}).', { environment }))
      : fail(missing, t('The answer names no provider.'))
  },
}

const databaseRun: Check['run'] = async ({ role, cancelled }) => {
  const asked =
    role === 'admin'
      ? await ask('GET /api/dashboard/stats', cancelled)
      : await ask('GET /api/health', cancelled)
  if (asked.ok)
    return pass(
      role === 'admin'
        ? t('The numbers of the business were read from it.')
        : t('It answered a statement of the server.'),
    )
  if (isRefused(asked)) return untested(t('The server did not let you ask. Sign in again.'))
  return asked.status === 0
    ? fail(t('Cannot reach database'), asked.reason)
    : fail(t('Database connection issues'), asked.reason)
}
const databaseAsks = (role: Role | null) =>
  role === 'admin' ? 'GET /api/dashboard/stats' : 'GET /api/health'

export const databaseConnectivity: Check = {
  name: text('Database Connectivity'),
  asks: databaseAsks,
  run: databaseRun,
}
export const databaseConnection: Check = {
  ...databaseConnectivity,
  name: text('Database Connection'),
}

const authenticationRun: Check['run'] = async ({ cancelled }) => {
  const asked = await ask('GET /api/auth/user', cancelled)
  if (asked.ok) return pass(t('The server knows who you are.'))
  return asked.status === 401
    ? pass(t('The server knows that nobody is signed in.'))
    : fail(t('Auth endpoint unreachable'), asked.reason)
}

export const authenticationSystem: Check = {
  name: text('Authentication System'),
  asks: 'GET /api/auth/user',
  run: authenticationRun,
}
export const userAuthentication: Check = {
  ...authenticationSystem,
  name: text('User Authentication'),
}

export const bookingCalendar: Check = {
  name: text('Booking Calendar'),
  asks: 'GET /api/availability',
  async run({ cancelled }) {
    const asked = await ask('GET /api/availability', cancelled)
    if (!asked.ok) return fail(t('API not responding'), asked.reason)
    const open = asked.answer.filter((day) => day.open).length
    if (open === 0) return warn(t('No day can be booked at the moment.'))
    return pass(plural(open, { one: '1 day can be booked.', other: '{count} days can be booked.' }))
  },
}

export const realTimeConnection: Check = {
  name: text('Real-Time Connection'),
  asks: '/ws',
  async run({ role, connected }) {
    if (!role) return untested(t('Only people who are signed in have one.'))
    return connected
      ? pass(t('Changes of others appear by themselves.'))
      : warn(t('Not connected at the moment; screens look for changes every 5 seconds.'))
  },
}
