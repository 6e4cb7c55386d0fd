import { t } from './t.ts'

/** A time as the rules write it, '8:00 AM', in the current language: '8:00 a. m.'. */
export const translateClock = (time: string): string =>
  time.replace(/\b[AP]M\b/g, (half) => t(half === 'AM' ? 'AM' : 'PM'))
