import { defaultSettings } from '#shared/rules/settings.ts'

// Loaded into a server before it starts, so that its day has just begun at any real hour, and visits can be booked and
// worked on today.
const hours = ((26 - new Date().getUTCHours() + 12) % 24) - 12
Object.assign(defaultSettings, {
  timeZone: hours === 0 ? 'Etc/UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`,
  leadDays: 0,
  serviceDays: [1, 2, 3, 4, 5, 6, 7],
})
