import type { EventName } from '#shared/rules/events.ts'
import { translate } from '#shared/texts/t.ts'
import type { LogLine, NameOf } from './consequence-types.ts'
import { consequencesOf, eventNames, isEventName } from './consequences.ts'

/** The line for a row of a visit's history or the audit log, in the current language; the event's name if it is unknown. */
export function describeHistory(
  event: EventName,
  data: Record<string, unknown>,
  nameOf: NameOf,
): LogLine {
  const { history, audit } = isEventName(event) ? consequencesOf(event) : {}
  return history?.(data, nameOf) ?? audit?.line(data, nameOf) ?? { title: event }
}

/** The titles of all events in visits' histories, in the current language. */
export const historyTitles = (): [EventName, string][] =>
  eventNames.flatMap((event) => {
    const line = consequencesOf(event).history?.({}, () => '')
    return line ? [[event, line.title]] : []
  })

/** An event's line in the conversation; undefined if it has none. */
export function describeEntry(event: EventName, byOffice = false): string | undefined {
  const { line, ofOffice = line } = consequencesOf(event).conversation ?? {}
  const shown = byOffice ? ofOffice : line
  return shown && translate(shown)
}

/** An event's rule for the audit log; undefined for one in visits' histories, or in neither. */
export const auditRuleOf = (event: EventName) =>
  isEventName(event) ? (consequencesOf(event).audit ?? undefined) : undefined

/** Every event of the audit log that is not in visits' histories. */
export const auditedEvents = eventNames.filter(auditRuleOf)
