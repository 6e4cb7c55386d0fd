import { services } from '#server/adapters/services.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Notification } from '#shared/contract/notifications.ts'
import { db } from '#server/database/database.ts'
import { notifications } from '#server/database/tables/notifications.ts'
import { sentMessages } from '#server/database/tables/sent-messages.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { describeNotification } from '#server/events/describe-notification.ts'
import { instantKey } from '#server/http/paging.ts'
import { maySeeJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'

const mostSentMessages = 200

/** Creation instant with microseconds and id of the last notification of a page. */
export type NotificationKey = { createdAt: string; id: string }

const readRows = () =>
  db()
    .select({
      row: notifications,
      job: { id: jobs.id, number: jobs.number, serviceAddress: jobs.serviceAddress },
      vehicle: { year: vehicles.year, make: vehicles.make, model: vehicles.model },
      parties: { customerId: jobs.customerId, technicianId: jobs.technicianId },
      sortKey: sql<string>`${sql.raw(instantKey('notifications.created_at'))}`,
    })
    .from(notifications)
    .leftJoin(jobs, eq(jobs.id, notifications.jobId))
    .leftJoin(vehicles, eq(vehicles.id, jobs.vehicleId))

type ReadRow = Awaited<ReturnType<typeof readRows>>[number]

/** A person's notifications, newest first, after the one that `after` stands for. */
export async function notificationsOf(
  person: Person,
  { limit, after }: { limit: number; after?: NotificationKey },
): Promise<{ list: Notification[]; next?: NotificationKey }> {
  const rows = await readRows()
    .where(
      and(
        eq(notifications.userId, person.id),
        after &&
          sql`(${notifications.createdAt}, ${notifications.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    list: page.map((row) => toWire(person, row)),
    ...(last && { next: { createdAt: last.sortKey, id: last.row.id } }),
  }
}

export function countNotifications(userId: string): Promise<number> {
  return db().$count(notifications, eq(notifications.userId, userId))
}

/** One notification of a person; undefined when there is none. */
export async function notificationOf(
  person: Person,
  id: string,
): Promise<Notification | undefined> {
  const [row] = await readRows().where(
    and(eq(notifications.id, id), eq(notifications.userId, person.id)),
  )
  return row && toWire(person, row)
}

/** All of a person's notifications, newest first, for the copy of their data. */
export async function allNotificationsOf(
  person: Person,
): Promise<(Notification & { readAt: string | null })[]> {
  const rows = await readRows()
    .where(eq(notifications.userId, person.id))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
  return rows.map((read) => ({
    ...toWire(person, read),
    readAt: read.row.readAt?.toISOString() ?? null,
  }))
}

function toWire(person: Person, { row, job, vehicle, parties }: ReadRow): Notification {
  // Where a visit is stays with those whose visit it is.
  const isTheirs = parties !== null && maySeeJob(person, parties)
  const serviceAddress = (isTheirs && job?.serviceAddress) || ''
  const about = job && vehicle ? { ...job, serviceAddress, vehicle } : null
  const { title, message, path } = describeNotification(
    { row, job: about, isTheirs },
    person.role ?? 'customer',
  )
  return {
    id: row.id,
    type: row.type,
    title,
    message,
    path,
    jobId: row.jobId,
    job: job && isTheirs ? { serviceAddress } : null,
    read: row.readAt !== null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The newest e-mails and text messages, at most 200, sent or not. */
export async function newestSentMessages() {
  const rows = await db()
    .select()
    .from(sentMessages)
    .orderBy(desc(sentMessages.createdAt))
    .limit(mostSentMessages)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Whether a text message was queued under that id. */
export async function wasSentAsSms(id: string): Promise<boolean> {
  return (await db().$count(sentMessages, eq(sentMessages.id, id))) > 0
}

/** False where no mail server is named and nobody can read the outbox either. */
export const mailsArrive = () => !services().mailer.isDeadEnd
