import { currentSettings } from '#server/base/current-settings.ts'
import { notDoneLabels } from '#shared/rules/fees.ts'
import type { ChargeEvents, WorkEvents } from '#shared/rules/events.ts'
import { photoMomentLabels } from '#shared/rules/photos.ts'
import { formatCents, formatInstant, formatNumber } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import type { RecordedEvent } from '../consequences.ts'
import type { ChargeThen, HistoryWords, Recorded } from './history-words.ts'

type WorkedEvents = WorkEvents & ChargeEvents

/** From the first tick of the checklist to the review. */
export const workHistory: HistoryWords<Pick<WorkedEvents, RecordedEvent & keyof WorkedEvents>> = {
  review_asked: () => ({ title: t('Customer asked how it was') }),
  service_due: () => ({ title: t('Customer told that the next service is due') }),
  service_started: () => ({ title: t('Service started') }),
  service_completed: () => ({ title: t('Service Completed') }),
  job_not_done: ({ reason, note, decideUntil }) => ({
    title: t('The service could not be done'),
    lines: [
      reason && translate(notDoneLabels[reason]),
      decideUntil &&
        t('The office decides on a fee by {when}.', {
          when: formatInstant(decideUntil, currentSettings().timeZone),
        }),
    ],
    comment: note,
  }),
  checklist_saved: ({ ticked }) => ({
    title: t('Checklist'),
    lines: [
      ticked === undefined
        ? undefined
        : plural(ticked, { one: '{count} step ticked', other: '{count} steps ticked' }),
    ],
  }),
  notes_saved: () => ({ title: t('Notes saved') }),
  measurements_saved: ({ odometerMiles, filledQuarts }) => ({
    title: t('Readings saved'),
    lines: [
      odometerMiles === undefined
        ? undefined
        : t('{miles} mi', { miles: formatNumber(odometerMiles) }),
      filledQuarts === undefined
        ? undefined
        : t('{quarts} qt', { quarts: formatNumber(filledQuarts) }),
    ],
  }),

  addon_added: ({ addonServiceId, name, priceCents }, nameOf) => ({
    title: t('Add-on Added'),
    after: charge({ description: name ?? nameOf(addonServiceId), totalCents: priceCents }),
  }),
  addon_removed: ({ name, priceCents, booked }) => ({
    title: t('Add-on removed'),
    lines: [booked ? t('The customer had booked it.') : undefined],
    before: charge({ description: name, totalCents: priceCents }),
  }),
  extra_added: (extra) => ({ title: t('Extra added'), after: charge(extra) }),
  extra_billed: ({ owedCents, ...extra }) => ({
    title: t('Extra added after the visit'),
    lines: [
      owedCents
        ? t('{amount} is still to be paid.', { amount: formatCents(owedCents) })
        : undefined,
    ],
    after: charge(extra),
  }),
  extra_approval: (extra) => ({
    title: t('Extra added'),
    after: charge({ ...extra, approval: 'waiting' }),
  }),
  extra_corrected: ({ from, to }) => ({
    title: t('Extra corrected'),
    before: charge(from),
    after: charge(to),
  }),
  extra_removed: (extra) => ({ title: t('Extra removed'), before: charge(extra) }),
  extra_left_out: (extra) => ({
    title: t('Extra left out'),
    after: charge({ ...extra, approval: 'left_out' }),
  }),
  extra_decided: ({ approved, freed = [], ...extra }) => ({
    title: approved ? t('Extra approved') : t('Extra declined'),
    lines: freed.map(({ description = '', totalCents = 0 }) =>
      t('Charged without an answer now: {description}, {amount}', {
        description,
        amount: formatCents(totalCents),
      }),
    ),
    after: charge({ ...extra, approval: approved ? 'approved' : 'declined' }),
  }),

  photo_added: ({ moment }) => ({
    title: t('Photo added'),
    lines: [moment && translate(photoMomentLabels[moment])],
  }),
  photo_removed: ({ moment }) => ({
    title: t('Photo deleted'),
    lines: [moment && translate(photoMomentLabels[moment])],
  }),
  review_written: ({ rating }) => ({
    title: t('Visit rated'),
    lines: [
      rating === undefined ? undefined : t('{rating} of 5 stars', { rating: formatNumber(rating) }),
    ],
  }),
  unsent_work: ({ name, count = 0 }) => ({
    title: t('Unsent work of {name}', { name: name || t('a technician') }),
    lines: [
      plural(count, {
        one: '{count} change could not go in.',
        other: '{count} changes could not go in.',
      }),
    ],
  }),
  unsent_work_handled: ({ handled }) => ({
    title: handled ? t('Unsent work seen to') : t('Unsent work taken up again'),
  }),
}

type Charge = Pick<ChargeEvents['extra_removed'], 'description' | 'totalCents' | 'approval'>

/** What was erased of it is not said; undefined when nothing is known of it. */
const charge = ({ description = '', totalCents, approval }: Recorded<Charge> = {}):
  | ChargeThen
  | undefined =>
  totalCents === undefined
    ? undefined
    : { description, cents: totalCents, ...(approval && { approval }) }
