/** By the clock of whoever is written to, 'HH:MM'; the same twice: there are none. */
export type QuietHours = { quietFrom: string; quietUntil: string }

/** Whether only what is urgent comes at that time of day, 'HH:MM'. */
export function isQuiet(time: string, { quietFrom, quietUntil }: QuietHours): boolean {
  return quietFrom <= quietUntil
    ? quietFrom <= time && time < quietUntil
    : quietFrom <= time || time < quietUntil
}
