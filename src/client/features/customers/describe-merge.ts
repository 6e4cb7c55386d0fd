import type { MergePreview } from '#shared/contract/customer-merging.ts'
import { plural, t } from '#shared/texts/t.ts'

/** What moves to the customer who stays, a line each. */
export function describeMerge({ moves, sameCars }: MergePreview): string[] {
  const counted: [number, string][] = [
    [moves.vehicles, plural(moves.vehicles, { one: '{count} car', other: '{count} cars' })],
    [
      moves.visits,
      plural(moves.visits, {
        one: '{count} visit with its payment',
        other: '{count} visits with their payments',
      }),
    ],
    [moves.messages, plural(moves.messages, { one: '{count} message', other: '{count} messages' })],
    [moves.notes, plural(moves.notes, { one: '{count} note', other: '{count} notes' })],
    [moves.cards, plural(moves.cards, { one: '{count} saved card', other: '{count} saved cards' })],
    [moves.reviews, plural(moves.reviews, { one: '{count} review', other: '{count} reviews' })],
    [
      moves.guestLinks,
      plural(moves.guestLinks, {
        one: '{count} link to a visit, which goes on working',
        other: '{count} links to visits, which go on working',
      }),
    ],
    [
      moves.sessions,
      plural(moves.sessions, {
        one: '{count} browser stays signed in, as the one who stays',
        other: '{count} browsers stay signed in, as the one who stays',
      }),
    ],
  ]
  const lines = counted.filter(([count]) => count > 0).map(([, line]) => line)
  for (const car of sameCars) lines.push(t('Both have the {car}: it becomes one car.', { car }))
  return lines.length > 0 ? lines : [t('Nothing but their tags and history.')]
}
