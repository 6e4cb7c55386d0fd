import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { inspections } from '#server/database/tables/inspections.ts'

/** Whether an inspection of the visit's car was saved. */
export const hasInspection = async (jobId: string): Promise<boolean> =>
  (await db().$count(inspections, eq(inspections.jobId, jobId))) > 0
