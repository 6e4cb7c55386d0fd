/** In the recipient's local time, 'HH:MM'; equal times mean none. */
type QuietHours = { quietFrom: string; quietUntil: string }

/** Whether only urgent messages are sent at that time of day, 'HH:MM'. */
export function isQuiet(time: string, { quietFrom, quietUntil }: QuietHours): boolean {
  return quietFrom <= quietUntil
    ? quietFrom <= time && time < quietUntil
    : quietFrom <= time || time < quietUntil
}
