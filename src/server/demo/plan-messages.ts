import type { conversationEntries } from '#server/database/tables/conversation.ts'
import type { notifications } from '#server/database/tables/notifications.ts'
import type { reviews } from '#server/database/tables/reviews.ts'
import type { Audience, EventData, EventName } from '#shared/rules/events.ts'
import type { PlannedJob } from './plan-jobs.ts'
import type { Household, Staff } from './plan-people.ts'
import type { Random } from './random.ts'
import { fiveStars, fourStars } from './sample-texts.ts'

const minuteMs = 60_000

/**
 * Reviews of most completed visits, but not the demo customer's newest, so that there is one to rate. One in ten has four
 * stars, for a mean of 4.9.
 */
export function planReviews(
  random: Random,
  jobs: readonly PlannedJob[],
  main: Household,
  now: Date,
): (typeof reviews.$inferInsert)[] {
  const done = jobs.filter(({ times }) => times.completedAt)
  const toRate = done.findLast(({ job }) => job.customerId === main.user.id)
  const reviewed = done.filter((planned) => random.chance(0.6) && planned !== toRate)
  const fours = Math.round(reviewed.length / 10)
  const four = new Set(random.shuffled(reviewed).slice(0, fours))
  const used = new Set<string>()
  return reviewed.map((planned) => {
    const { job, times } = planned
    const written = (times.completedAt?.getTime() ?? 0) + random.whole(20, 2000) * minuteMs
    return {
      id: random.uuid(),
      jobId: job.id,
      customerId: job.customerId,
      technicianId: job.technicianId,
      rating: four.has(planned) ? 4 : 5,
      comment: unused(random.shuffled(four.has(planned) ? fourStars : fiveStars), used),
      mayPublish: true,
      createdAt: new Date(Math.min(written, now.getTime() - minuteMs)),
    }
  })
}

/** The first text no one has written yet; none once all are used. */
function unused(texts: readonly string[], used: Set<string>): string {
  const text = texts.find((one) => !used.has(one)) ?? ''
  used.add(text)
  return text
}

/** The conversation of the visit with a technician on the way. */
export function planConversation(
  jobs: readonly PlannedJob[],
  now: Date,
): (typeof conversationEntries.$inferInsert)[] {
  const job = jobs.find(({ visit }) => visit.onTheWay)?.job
  if (!job?.technicianId) return []
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  const fromTechnician = {
    jobId: job.id,
    direction: 'outbound' as const,
    fromUserId: job.technicianId,
    toUserId: job.customerId,
  }
  const fromCustomer = {
    jobId: job.id,
    direction: 'inbound' as const,
    fromUserId: job.customerId,
    toUserId: job.technicianId,
  }
  return [
    {
      ...fromTechnician,
      type: 'system_notification',
      event: 'technician_on_way',
      message: '',
      createdAt: minutesAgo(14),
    },
    {
      ...fromTechnician,
      type: 'message',
      message: 'Hi Jamie, Marcus here. I am about 20 minutes away.',
      createdAt: minutesAgo(13),
    },
    {
      ...fromCustomer,
      type: 'message',
      message: 'Great, thanks! The Camry is in the driveway.',
      createdAt: minutesAgo(11),
    },
    {
      ...fromTechnician,
      type: 'message',
      message: 'Perfect, see you soon.',
      createdAt: minutesAgo(10),
    },
  ]
}

type NewNotification = typeof notifications.$inferInsert

/** Unread notifications of the three people available for sign-in. */
export function planNotifications(
  jobs: readonly PlannedJob[],
  { admin, technicians, waiting }: Staff,
  now: Date,
): NewNotification[] {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * minuteMs)
  const technicianId = technicians[0]?.id ?? ''
  const onTheWay = jobs.find(({ visit }) => visit.onTheWay)
  const own = jobs.filter(
    ({ job, visit }) => job.technicianId === technicianId && visit.status === 'assigned',
  )
  const unread: NewNotification[] = own.slice(0, 3).map(({ job }) => ({
    userId: technicianId,
    ...demoNotification('job_assigned', 'technician', {
      date: job.serviceDate,
      slot: job.slot,
      technicianId,
      formerTechnicianId: null,
      confirms: false,
    }),
    jobId: job.id,
    createdAt: hoursAgo(3),
  }))
  unread.push({
    userId: admin.id,
    ...demoNotification('technician_waiting', 'office', {
      technicianId: waiting.id ?? '',
      email: waiting.email ?? '',
    }),
    createdAt: hoursAgo(20),
  })
  if (onTheWay)
    unread.push({
      userId: onTheWay.job.customerId,
      ...demoNotification('technician_on_way', 'customer', {}),
      jobId: onTheWay.job.id,
      createdAt: hoursAgo(0.25),
    })
  return unread
}

export const demoNotification = <E extends EventName>(
  event: E,
  audience: Audience,
  data: EventData[E],
) => ({
  type: event,
  audience,
  data,
})
