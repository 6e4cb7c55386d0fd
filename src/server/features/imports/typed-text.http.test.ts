import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { send } from './test-imports.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

test('invisible characters in a file make no cell invalid', async () => {
  const file = [
    'Name\u200B,\u200EEmail,Phone\u00A0,ZIP,Year,Make,Model,VIN',
    'Zoe\u0308\u00A0Roe\uFE0F,zoe@peña.mx\u200B,\u202A512\u2011555\u20110174\u202C,78701\u200E,2003,Honda,Accord,1HGCM\u200B82633A004352',
  ].join('\n')
  const { body } = await send(await app.as('admin'), file)
  expect(body.import).toMatchObject({ problems: [], counts: { newCustomers: 1, newVehicles: 1 } })
  const people = await db().select().from(users)
  expect(people.find(({ role }) => role === 'customer')).toMatchObject({
    firstName: 'Zoë',
    lastName: 'Roe',
    email: 'zoe@xn--pea-8ma.mx',
    phone: '+15125550174',
  })
})

test('premium-rate numbers are left out, as on forms', async () => {
  const file = 'Name,Phone\nZoe Roe,+1 900 555 0142\nGail Poe,+1 876 555 0142'
  const { body } = await send(await app.as('admin'), file)
  expect(body.import).toMatchObject({
    problems: [
      {
        row: 2,
        column: 'Phone',
        message: 'Calls to this number cost extra. Please enter a regular phone number.',
      },
    ],
    counts: { newCustomers: 2, partRows: 1 },
  })
  const people = await db().select().from(users)
  const phoneOf = (name: string) => people.find(({ firstName }) => firstName === name)?.phone
  expect([phoneOf('Zoe'), phoneOf('Gail')]).toEqual(['', '+18765550142'])
})
