import type { notifications } from '#server/database/tables/notifications.ts'
import type { vehicles } from '#server/database/tables/vehicles.ts'
import type { EventName } from '#shared/rules/events.ts'
import { paths } from '#shared/rules/paths.ts'
import type { Role } from '#shared/rules/roles.ts'
import type { BellAbout, Words } from './consequence-types.ts'
import { isEventName, rulesOf } from './consequences.ts'
import { pathTo } from './links.ts'
import { wordsForMember } from './member-words.ts'

/** A notification with the facts for its wording. */
type Wordable = {
  row: typeof notifications.$inferSelect
  job: { id: string; number: number; serviceAddress: string; vehicle: CarName } | null
  /** Whether the reader may still see the visit. */
  isTheirs: boolean
  hasReceipt: boolean
}
type CarName = Pick<typeof vehicles.$inferSelect, 'year' | 'make' | 'model'>

type Worded = Words & {
  /** Its target; null without one. */
  path: string | null
}

/**
 * A notification in the current language for a reader with that role; empty if the event no longer has a bell. The sentences
 * are in consequences/.
 */
export function describeNotification(
  { row, job, isTheirs, hasReceipt }: Wordable,
  role: Role,
): Worded {
  const { type, audience, data, jobId } = row
  if (audience === 'member')
    return isEventName(type)
      ? { ...wordsForMember(type, data), path: paths.company }
      : { title: '', message: '', path: paths.company }
  const rule = rulesOf(type).find(
    ({ to, when, bell }) => bell && to === audience && (when?.(data as never) ?? true),
  )
  const words = rule?.bell?.({ data, job } as unknown as BellAbout<EventName>)
  if (!rule || !words) {
    const path = jobId && isTheirs ? pathTo('visit', { role, jobId }) : null
    return { title: '', message: '', path }
  }
  // A link to a visit that is no longer theirs would be dead.
  const wanted = rule.link === 'receipt' && !hasReceipt ? 'visit' : rule.link
  const link = !jobId || isTheirs || wanted === 'home' ? wanted : undefined
  return { ...words, path: link ? pathTo(link, { role, jobId }) : null }
}
