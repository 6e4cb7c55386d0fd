import type { ICalCalendar } from 'ical-generator'
import { currentSettings } from '#server/base/current-settings.ts'

/**
 * A calendar as an iCalendar file. Events are told in UTC, which every program reads alike; the zone says how the business
 * speaks of them. It stands first: the library writes what it does not know after the events, where strict readers refuse it.
 */
export const calendarText = (calendar: ICalCalendar): string =>
  calendar
    .toString()
    .replace(
      'VERSION:2.0\r\n',
      (version) => `${version}X-WR-TIMEZONE:${currentSettings().timeZone}\r\n`,
    )
