import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { instantAt, localDateAt, timeOfDayAt } from '#server/base/wall-clock.ts'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { isQuiet } from '#shared/rules/quiet-hours.ts'

/** The UTC instant at which somebody's night is over; undefined by day. By their clock, as far as it is known. */
export async function endOfNight(userId: string | undefined): Promise<Date | undefined> {
  const { quietFrom, quietUntil, timeZone } = currentSettings()
  const [user] = userId
    ? await db().select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId))
    : []
  const zone = user?.timeZone ?? timeZone
  const time = timeOfDayAt(now(), zone)
  if (!isQuiet(time, { quietFrom, quietUntil })) return undefined
  const today = localDateAt(now(), zone)
  return instantAt(time < quietUntil ? today : addDays(today, 1), quietUntil, zone)
}
