import type { EventName } from '#shared/rules/events.ts'
import type { RecordedEvent } from './consequences.ts'
import type { HistoryWords, NameOf, Told } from './history/history-words.ts'
import { paymentHistory } from './history/payments.ts'
import { visitHistory } from './history/visit.ts'
import { workHistory } from './history/work.ts'

// Whatever is recorded has words here, or this does not compile.
const words: HistoryWords<Record<RecordedEvent, unknown>> = {
  ...visitHistory,
  ...workHistory,
  ...paymentHistory,
}

/** What the history of a visit says of a row, in the current language; an event that is recorded no more is named. */
export function describeHistory(
  event: EventName,
  data: Record<string, unknown>,
  nameOf: NameOf,
): Told {
  if (!Object.hasOwn(words, event)) return { title: event }
  return words[event as RecordedEvent](data, nameOf)
}

/** What the history calls everything it records, in the current language, where nothing more is known of it. */
export const historyTitles = (): [EventName, string][] =>
  (Object.keys(words) as RecordedEvent[]).map((event) => [event, words[event]({}, () => '').title])
