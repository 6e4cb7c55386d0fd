import { travelTo } from '#server/base/clock.ts'

// Loaded into a server before it starts, which then runs 24 hours ahead.
travelTo(new Date(Date.now() + 24 * 60 * 60_000))
