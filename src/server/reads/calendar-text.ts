import type { ICalCalendar } from 'ical-generator'
import { currentSettings } from '#server/base/current-settings.ts'

/**
 * A calendar as an iCalendar file. Events are in UTC, which every program reads alike; X-WR-TIMEZONE is the business's zone.
 * It comes first: the library writes unknown properties after the events, where strict readers reject them.
 */
export const calendarText = (calendar: ICalCalendar): string =>
  calendar
    .toString()
    .replace(
      'VERSION:2.0\r\n',
      (version) => `${version}X-WR-TIMEZONE:${currentSettings().timeZone}\r\n`,
    )
