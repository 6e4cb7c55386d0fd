import { plural, t, text } from '#shared/texts/t.ts'
import { ask, isRefused } from './ask.ts'
import { type Check, fail, type Outcome, pass, untested } from './check.ts'

/** For calls of the office alone: whoever else asks has to be refused, and that is all they can find out. */
function closedToOthers(answeredWith: number, title: string): Outcome {
  return isRefused({ status: answeredWith })
    ? pass(t('Closed to you, as it has to be ({status}).', { status: String(answeredWith) }))
    : fail(title, t('It let somebody in who is not of the office.'))
}

export const productManagement: Check = {
  name: text('Product Management'),
  asks: 'GET /api/admin/products',
  async run({ role, cancelled }) {
    const asked = await ask('GET /api/admin/products', cancelled)
    const title = t('Product API not responding')
    if (!asked.ok && (role === 'admin' || !isRefused(asked))) return fail(title, asked.reason)
    if (role !== 'admin') return closedToOthers(asked.status, t('Products are open to everybody'))
    return pass(t('The office can read its products.'))
  },
}

export const scheduledAuths: Check = {
  name: text('Scheduled Auth Service'),
  asks: 'GET /api/payments/scheduled-auths',
  async run({ role, cancelled }) {
    const asked = await ask('GET /api/payments/scheduled-auths', cancelled)
    if (!asked.ok && (role === 'admin' || !isRefused(asked)))
      return fail(t('API not responding'), asked.reason)
    if (role !== 'admin')
      return closedToOthers(asked.status, t('Saved cards are open to everybody'))
    const { length } = asked.ok ? asked.answer : []
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
    const asked = await ask('GET /api/core-spots', cancelled)
    if (!asked.ok) return fail(t('API not responding'), asked.reason)
    return pass(
      plural(asked.answer.length, {
        one: '1 core spot was read.',
        other: '{count} core spots were read.',
      }),
    )
  },
}

/** Nobody has a visit of that id. */
const noJob = '00000000-0000-4000-8000-000000000000'

/** Asks to hold an amount for a visit that does not exist: the way to the card network is gone up to its last step. */
export const preAuthorization: Check = {
  name: text('Payment Pre-Authorization'),
  asks: 'POST /api/payments/pre-authorize',
  async run({ role, takesCards, cancelled }) {
    if (!takesCards) return untested(t('No card provider is connected.'))
    if (role !== 'customer' && role !== 'admin')
      return untested(t('Only customers and the office may do this.'))
    const asked = await ask('POST /api/payments/pre-authorize', cancelled, {
      body: { jobId: noJob, amount: '1.00', sourceId: 'system-test' },
    })
    if (asked.ok) return fail(t('It held money for a visit that does not exist'), '')
    return asked.status === 404
      ? pass(t('It refuses a visit that does not exist. No card was asked; no money moved.'))
      : fail(t('API not responding'), asked.reason)
  },
}
