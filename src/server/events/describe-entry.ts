import type { EventName } from '#shared/rules/events.ts'
import { translate } from '#shared/texts/t.ts'
import { consequencesOf } from './consequences.ts'

/** What the conversation says of an event; undefined when it says nothing. */
export function describeEntry(event: EventName): string | undefined {
  const says = consequencesOf(event).conversation?.says
  return says && translate(says)
}
