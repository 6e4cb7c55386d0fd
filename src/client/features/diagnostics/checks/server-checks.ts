import type { Role } from '#shared/rules/roles.ts'
import { plural, t, text } from '#shared/texts/t.ts'
import { testRoundTrip } from '#client/app/round-trip.ts'
import { answerWithinMs, ask, isRefused, NoAnswer, within } from './ask.ts'
import { type Check, fail, type Outcome, pass, untested, warn } from './check.ts'

export const backendHealth: Check = {
  name: text('Backend API Health'),
  asks: 'GET /api/health',
  async run({ cancelled }) {
    const result = await ask('GET /api/health', cancelled)
    return result.ok
      ? pass(t('The server is ready.'))
      : fail(t('API not responding'), result.reason)
  },
}

export const servicePackages: Check = {
  name: text('Service Packages API'),
  asks: 'GET /api/service-packages',
  async run({ cancelled }) {
    const result = await ask('GET /api/service-packages', cancelled)
    if (!result.ok) return fail(t('API not responding'), result.reason)
    const { length } = result.answer
    if (length === 0) return warn(t('No package is on sale, so customers cannot book.'))
    return pass(
      plural(length, { one: '1 package is on sale.', other: '{count} packages are on sale.' }),
    )
  },
}

export const paymentConfiguration: Check = {
  name: text('Payment Configuration'),
  asks: 'GET /api/payments/config',
  async run({ cancelled, takesCards }) {
    const result = await ask('GET /api/payments/config', cancelled)
    const missing = t('Missing payment configuration')
    if (!result.ok && result.status === 503 && !takesCards)
      return warn(
        `${missing}. ${t('No card provider is connected; visits are paid to the business directly.')}`,
      )
    if (!result.ok) return fail(missing, result.reason)
    const { applicationId, environment } = result.answer
    return applicationId && environment
      ? pass(t('The card form knows its provider ({environment}).', { environment }))
      : fail(missing, t('The answer names no provider.'))
  },
}

const databaseRun: Check['run'] = async ({ role, cancelled }) => {
  const result =
    role === 'admin'
      ? await ask('GET /api/dashboard/stats', cancelled)
      : await ask('GET /api/health', cancelled)
  if (result.ok)
    return pass(
      role === 'admin'
        ? t('The numbers of the business were read from it.')
        : t('It answered a statement of the server.'),
    )
  if (isRefused(result)) return untested(t('The server did not let you ask. Sign in again.'))
  return result.status === 0
    ? fail(t('Cannot reach database'), result.reason)
    : fail(t('Database connection issues'), result.reason)
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
  const result = await ask('GET /api/auth/user', cancelled)
  if (result.ok) return pass(t('The server knows who you are.'))
  return result.status === 401
    ? pass(t('The server knows that no one is signed in.'))
    : fail(t('Auth endpoint unreachable'), result.reason)
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
    const result = await ask('GET /api/availability', cancelled)
    if (!result.ok) return fail(t('API not responding'), result.reason)
    const open = result.answer.filter((day) => day.open).length
    if (open === 0) return warn(t('No day can be booked at the moment.'))
    return pass(plural(open, { one: '1 day can be booked.', other: '{count} days can be booked.' }))
  },
}

export const realTimeConnection: Check = {
  name: text('Real-Time Connection'),
  asks: '/ws',
  async run({ role, connected, cancelled }) {
    if (!role) return untested(t('Only people who are signed in have one.'))
    if (!connected)
      return warn(t('Not connected at the moment; screens look for changes every 5 seconds.'))
    const came = await within(answerWithinMs, cancelled, testRoundTrip)
    if (!came) throw new NoAnswer()
    return pass(t('A test message came back through the database: changes appear automatically.'))
  },
}

/** For office-only calls: others can only check that they are refused. */
function closedToOthers(answeredWith: number, title: string): Outcome {
  return isRefused({ status: answeredWith })
    ? pass(t('Closed to you, as it should be ({status}).', { status: String(answeredWith) }))
    : fail(title, t('It let in someone outside the office.'))
}

export const productManagement: Check = {
  name: text('Product Management'),
  asks: 'GET /api/admin/products',
  async run({ role, cancelled }) {
    const result = await ask('GET /api/admin/products', cancelled)
    const title = t('Product API not responding')
    if (!result.ok && (role === 'admin' || !isRefused(result))) return fail(title, result.reason)
    if (role !== 'admin') return closedToOthers(result.status, t('Products are open to everyone'))
    return pass(t('The office can read its products.'))
  },
}

export const scheduledAuths: Check = {
  name: text('Scheduled Auth Service'),
  asks: 'GET /api/payments/scheduled-auths',
  async run({ role, cancelled }) {
    const result = await ask('GET /api/payments/scheduled-auths', cancelled)
    if (!result.ok && (role === 'admin' || !isRefused(result)))
      return fail(t('API not responding'), result.reason)
    if (role !== 'admin')
      return closedToOthers(result.status, t('Saved cards are open to everyone'))
    const { length } = result.ok ? result.answer : []
    return pass(
      plural(length, {
        one: '1 saved card is waiting to be held.',
        other: '{count} saved cards are waiting to be held.',
      }),
    )
  },
}

export const coreSpots: Check = {
  name: text('Core Spots Management'),
  asks: 'GET /api/core-spots',
  async run({ role, cancelled }) {
    if (!role) return untested(t('Only people who are signed in may read them.'))
    const result = await ask('GET /api/core-spots', cancelled)
    if (!result.ok) return fail(t('API not responding'), result.reason)
    return pass(
      plural(result.answer.length, {
        one: '1 core spot was read.',
        other: '{count} core spots were read.',
      }),
    )
  },
}

/** An id no visit has. */
const noJob = '00000000-0000-4000-8000-000000000000'

/** Requests a hold for a missing visit, which tests the path to the card network except its last step. */
export const preAuthorization: Check = {
  name: text('Payment Pre-Authorization'),
  asks: 'POST /api/payments/pre-authorize',
  async run({ role, takesCards, cancelled }) {
    if (!takesCards) return untested(t('No card provider is connected.'))
    if (role !== 'customer' && role !== 'admin')
      return untested(t('Only customers and the office may do this.'))
    const result = await ask('POST /api/payments/pre-authorize', cancelled, {
      body: { jobId: noJob, amount: '1.00', sourceId: 'system-test' },
    })
    if (result.ok) return fail(t('It held money for a visit that does not exist'), '')
    return result.status === 404
      ? pass(t('It refuses a visit that does not exist. No card was asked; no money moved.'))
      : fail(t('API not responding'), result.reason)
  },
}
