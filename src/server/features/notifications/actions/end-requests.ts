import { now } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
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
  await queryRows(ending, { jobId, became, extraId: extraId ?? null, at: now() })
}

const request: EventName = 'extra_approval'

type Ended = { jobId: string; became: RequestEnd; extraId: string | null; at: Date }
const ending = statement<object, Ended>(
  'end-requests',
  ($) => `update notifications set
      data = data || jsonb_build_object('became', ${$.became}::text),
      read_at = coalesce(read_at, ${$.at}::timestamptz)
    where job_id = ${$.jobId}::uuid and type = '${request}' and data ->> 'became' is null
      and (${$.extraId}::text is null or data ->> 'extraId' = ${$.extraId}::text)`,
)
