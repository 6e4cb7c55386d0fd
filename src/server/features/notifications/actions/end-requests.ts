import { now } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import type { EventName, RequestEnd } from '#shared/rules/events.ts'

/**
 * Marks notifications asking to approve extras of the visit as ended (with the outcome `became`) and read: all of them, or those
 * about one of `extraIds` of whose lines none waits any more.
 */
export async function endRequests(
  jobId: string,
  became: RequestEnd,
  extraIds?: readonly string[],
): Promise<void> {
  await queryRows(ending, { jobId, became, extraIds: extraIds ?? null, at: now() })
}

const request: EventName = 'extra_approval'

type Ended = { jobId: string; became: RequestEnd; extraIds: readonly string[] | null; at: Date }
const ending = statement<object, Ended>(
  'end-requests',
  ($) => `update notifications set
      data = data || jsonb_build_object('became', ${$.became}::text),
      read_at = coalesce(read_at, ${$.at}::timestamptz)
    where job_id = ${$.jobId}::uuid and type = '${request}' and data ->> 'became' is null
      and (${$.extraIds}::text[] is null or exists (
        select from jsonb_array_elements(data -> 'lines') line where line ->> 'extraId' = any(${$.extraIds}::text[]))
        and not exists (select from jsonb_array_elements(data -> 'lines') line
          join job_lines l on l.id = (line ->> 'extraId')::uuid
          where l.approval = 'waiting' and l.id::text <> all(${$.extraIds}::text[])))`,
)
