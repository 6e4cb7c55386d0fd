import { eq, inArray } from 'drizzle-orm'
import { currentSettings } from '#server/base/current-settings.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { db } from '#server/database/database.ts'
import {
  bytesOfUuid,
  readSignedToken,
  readUuid,
  tokenSigner,
} from '#server/database/signed-token.ts'
import { inspections } from '#server/database/tables/inspections.ts'
import { now } from '#server/base/clock.ts'
import { reportDays } from '#shared/rules/inspections.ts'
import { paths } from '#shared/rules/paths.ts'

/** Whether an inspection of the visit's car was saved. */
export const hasInspection = async (jobId: string): Promise<boolean> =>
  (await db().$count(inspections, eq(inspections.jobId, jobId))) > 0

type Visit = { id: string; startsAt: Date }

const keyName = 'inspection reports'
const dayMs = 86_400_000

/** The path of a visit's report; it works without a session until `reportDays` after the visit. */
export async function reportPath({ id, startsAt }: Visit): Promise<string> {
  const until = Buffer.alloc(6)
  until.writeUIntBE(Math.floor((startsAt.getTime() + reportDays * dayMs) / 1000), 0, 6)
  const sign = await tokenSigner(keyName)
  return paths.inspectionReport(sign(Buffer.concat([bytesOfUuid(id), until])))
}

/** The paths of the reports of those of these visits that have one. */
export async function reportPaths(visits: readonly Visit[]): Promise<Map<string, string>> {
  const ids = visits.map(({ id }) => id)
  if (!currentSettings().uses.inspections || ids.length === 0) return new Map()
  const found = await db()
    .select({ jobId: inspections.jobId })
    .from(inspections)
    .where(inArray(inspections.jobId, ids))
  const inspected = new Set(found.map(({ jobId }) => jobId))
  const signed = visits
    .filter(({ id }) => inspected.has(id))
    .map(async (visit) => [visit.id, await reportPath(visit)] as const)
  return new Map(await Promise.all(signed))
}

/** The absolute link to a visit's report; undefined without an inspection. */
export const reportLinkOf = async (job: Visit): Promise<string | undefined> =>
  (await hasInspection(job.id)) ? siteAddress() + (await reportPath(job)) : undefined

/** The visit of a report's link and the end of its validity; undefined for a guessed or expired one. */
export async function visitOfReport(
  token: string,
): Promise<{ jobId: string; until: Date } | undefined> {
  const payload = await readSignedToken(keyName, token)
  if (payload?.length !== 22) return undefined
  const { id: jobId, rest } = readUuid(payload)
  const until = new Date(rest.readUIntBE(0, 6) * 1000)
  return until > now() ? { jobId, until } : undefined
}
