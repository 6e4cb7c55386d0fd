import type { EventName } from '#shared/rules/events.ts'
import { translate } from '#shared/texts/t.ts'
import type { LogLine, NameOf } from './consequence-types.ts'
import { consequencesOf, eventNames, isEventName } from './consequences.ts'

/** The line of a row in a visit's history or the audit log, in the current language; the name of an event that is gone. */
export function describeHistory(
  event: EventName,
  data: Record<string, unknown>,
  nameOf: NameOf,
): LogLine {
  const { history, audit } = isEventName(event) ? consequencesOf(event) : {}
  return history?.(data, nameOf) ?? audit?.line(data, nameOf) ?? { title: event }
}

/** The title of everything a visit's history holds, in the current language. */
export const historyTitles = (): [EventName, string][] =>
  eventNames.flatMap((event) => {
    const line = consequencesOf(event).history?.({}, () => '')
    return line ? [[event, line.title]] : []
  })

/** The line of an event in the conversation; undefined where it has none. */
export function describeEntry(event: EventName, byOffice = false): string | undefined {
  const { line, ofOffice = line } = consequencesOf(event).conversation ?? {}
  const shown = byOffice ? ofOffice : line
  return shown && translate(shown)
}

/** How the audit log holds an event; undefined for one that a visit's history has, or neither. */
export const auditRuleOf = (event: EventName) =>
  isEventName(event) ? (consequencesOf(event).audit ?? undefined) : undefined

/** Every event that the audit log may hold besides those of visits' histories. */
export const auditedEvents = eventNames.filter(auditRuleOf)
