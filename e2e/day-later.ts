import { travelTo } from '#server/base/clock.ts'

// Loaded into a server before it starts: for it, it is this time of tomorrow.
travelTo(new Date(Date.now() + 24 * 60 * 60_000))
