import { now } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import type { EventName, RequestEnd } from '#shared/rules/events.ts'

/**
 * Marks notifications asking to approve this extra, or all extras of the visit, as ended (with the outcome `became`) and
 * read.
 */
export async function endRequests(
  jobId: string,
  became: RequestEnd,
  extraId?: string,
): Promise<void> {
  await queryRows(statement, [jobId, became, extraId ?? null, now(), request])
}

const request: EventName = 'extra_approval'

const statement = {
  name: 'end-requests',
  text: `update notifications set
      data = data || jsonb_build_object('became', $2::text),
      read_at = coalesce(read_at, $4::timestamptz)
    where job_id = $1::uuid and type = $5::text and data ->> 'became' is null
      and ($3::text is null or data ->> 'extraId' = $3::text)`,
}
