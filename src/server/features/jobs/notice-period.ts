import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Conflict } from '#server/http/errors.ts'
import { enoughNotice } from '#shared/rules/cancellation.ts'
import { askUs } from '#shared/rules/reach.ts'
import { pluralPhrase } from '#shared/texts/t.ts'

/** Throws Conflict when a customer is later than the operator allows, unless the notice period is 0. */
export function assertEnoughNotice(what: 'cancel' | 'reschedule', job: { startsAt: Date }): void {
  const { cancelNoticeHours, rescheduleNoticeHours } = currentSettings()
  const hours = what === 'cancel' ? cancelNoticeHours : rescheduleNoticeHours
  if (enoughNotice(job.startsAt, now(), hours)) return
  throw new Conflict(
    pluralPhrase(
      hours,
      {
        one: 'This is possible until {count} hour before the visit. Later, {askUs}',
        other: 'This is possible until {count} hours before the visit. Later, {askUs}',
      },
      { askUs: askUs('phone', currentSettings()) },
    ),
  )
}
