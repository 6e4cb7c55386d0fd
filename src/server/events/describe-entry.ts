import type { EventName } from '#shared/rules/events.ts'
import { translate } from '#shared/texts/t.ts'
import { consequencesOf } from './consequences.ts'

/** What the conversation says of an event, which the office did or somebody else; undefined when it says nothing. */
export function describeEntry(event: EventName, byOffice = false): string | undefined {
  const { says, saysOfOffice = says } = consequencesOf(event).conversation ?? {}
  const words = byOffice ? saysOfOffice : says
  return words && translate(words)
}
