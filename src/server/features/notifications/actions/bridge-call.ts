import { inArray } from 'drizzle-orm'
import { services } from '#server/adapters/services.ts'
import { NumberRefused } from '#server/adapters/telephony/port.ts'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { Conflict, Unavailable } from '#server/http/errors.ts'
import { reachedNumber } from '#server/base/phone-numbers.ts'
import { log } from '#server/base/log.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * Calls `callerId` and connects `calledId` once they answer, at their own numbers unless `numbers` has another; both see the business's number. Never call inside a
 * transaction. Throws Conflict when a number is missing or cannot be called, Unavailable when the provider fails or none is
 * configured.
 */
export async function bridgeCall(
  callerId: string,
  calledId: string,
  numbers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { telephony } = services()
  if (!telephony.connectCall) throw new Unavailable()
  const rows = await db()
    .select({ id: users.id, phone: users.phone })
    .from(users)
    .where(inArray(users.id, [callerId, calledId]))
  const numberOf = (id: string) =>
    reachedNumber(numbers[id] || (rows.find((row) => row.id === id)?.phone ?? ''))
  const [from, to] = [await numberOf(callerId), await numberOf(calledId)]
  if (!from) throw new Conflict(phrase('Please enter your phone number in your profile first.'))
  if (!to) throw new Conflict(phrase('We have no phone number for them that can be called.'))
  try {
    await telephony.connectCall({ from, to })
  } catch (error) {
    log.warn({ err: error }, 'a call was not connected')
    if (error instanceof NumberRefused)
      throw new Conflict(phrase('We cannot call one of the two numbers.'))
    throw new Unavailable()
  }
}
