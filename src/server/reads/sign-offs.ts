import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { dayCloses } from '#server/database/tables/daily-close.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'

/** Whether the office has signed off a business day. */
export const isSignedOff = async (date: LocalDate): Promise<boolean> =>
  (await db().$count(dayCloses, eq(dayCloses.day, date))) > 0
