// The product's own queries behind a framework's bare routes, without authentication or validation.
import fastify from 'fastify'
import { businessToday } from '#server/base/business-time.ts'
import { openDatabase, queryRow } from '#server/database/database.ts'
import { findCustomers } from '#server/features/customers/queries.ts'
import { jobsBetween } from '#server/features/jobs/queries.ts'
import { jobsOfCustomer } from '../src/server/reads/newest-jobs.ts'
import { jobsOfTechnician } from '#server/features/jobs/queries/of-technician.ts'
import { countPayments, findPayments } from '../src/server/features/payments/queries/payments.ts'
import { subscribeToChanges } from '#server/subscribe-to-changes.ts'
import { hashToken } from '#server/base/tokens.ts'
import type { Person } from '#shared/rules/roles.ts'
import { answerMessages } from './child.ts'
import { pageSize } from './lists.ts'
import type { Place, Prepared } from './prepare.ts'

const limit = pageSize

/** Serves each list at the product's path for it; answers the address. */
answerMessages(async ({ place, people }: { place: Place; people: Prepared }) => {
  await openDatabase({ url: place.DATABASE_URL, dataDir: place.DATA_DIR })
  await subscribeToChanges()
  const reader = await personOf(people.readers[0] ?? '')
  const technician = await personOf(people.technician)
  const admin = await personOf(people.admin)
  const today = businessToday()
  const app = fastify()
  app.get('/api/jobs/customer', async () => (await jobsOfCustomer(reader, { limit })).jobs)
  app.get('/api/jobs/technician', () => jobsOfTechnician(technician))
  app.get('/api/admin/jobs', () => jobsBetween(admin, today, today))
  app.get('/api/admin/customers', async () => (await findCustomers({ limit })).customers)
  app.get('/api/payments', async () => {
    const [{ rows }] = await Promise.all([findPayments({ limit }), countPayments({})])
    return rows
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
})

async function personOf(cookie: string): Promise<Person> {
  const [, token = ''] = cookie.split('=')
  const person = await queryRow<Person>(
    {
      name: 'bench-person',
      text: `select u.id, u.role, true as active from sessions s join users u on u.id = s.user_id
        where s.token_hash = $1`,
    },
    [hashToken(token)],
  )
  if (!person) throw new Error('There is no such session')
  return person
}
