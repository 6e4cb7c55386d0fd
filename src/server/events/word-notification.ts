import type { notifications } from '#server/database/tables/messages.ts'
import type { vehicles } from '#server/database/tables/vehicles.ts'
import type { EventName } from '#shared/rules/events.ts'
import type { Role } from '#shared/rules/roles.ts'
import type { ListAbout, Telling, Words } from './consequence-types.ts'
import { consequencesOf, isEventName } from './consequences.ts'
import { pathTo } from './links.ts'

/** A notification and what it is worded from. */
type Wordable = {
  row: typeof notifications.$inferSelect
  job: { id: string; number: number; serviceAddress: string; vehicle: CarName } | null
  /** Whether the reader may still see the visit. */
  isTheirs: boolean
}
type CarName = Pick<typeof vehicles.$inferSelect, 'year' | 'make' | 'model'>

type Worded = Words & {
  /** Where it leads; null when nowhere. */
  path: string | null
}

/**
 * A notification in the current language, as somebody of that role reads it. One from before events were kept as data
 * says what was written then, and leads to its visit.
 */
export function wordNotification({ row, job, isTheirs }: Wordable, role: Role): Worded {
  const { type, audience, data, jobId } = row
  const tells: readonly Telling<EventName>[] = isEventName(type)
    ? (consequencesOf(type).tells ?? [])
    : []
  const telling =
    audience && tells.find(({ to, when }) => to === audience && (when?.(data as never) ?? true))
  const words = telling?.list?.({ data, job } as unknown as ListAbout<EventName>)
  if (!telling || !words) {
    const path = jobId && isTheirs ? pathTo('visit', { role, jobId }) : null
    return { title: row.title ?? '', message: row.message ?? '', path }
  }
  // What leads to a visit that is theirs no more would lead to nothing.
  const link = !jobId || isTheirs || telling.link === 'home' ? telling.link : undefined
  return { ...words, path: link ? pathTo(link, { role, jobId }) : null }
}
