import { randomUUID } from 'node:crypto'
import { currentSettings } from '#server/base/current-settings.ts'
import { inLanguage } from '#server/base/language.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { queryRows } from '#server/database/database.ts'
import { notifyPeople } from '#server/features/notifications/actions/notify-people.ts'
import { queueMails } from '#server/features/notifications/actions/queue-mail.ts'
import { queuePushes } from '#server/features/notifications/actions/queue-push.ts'
import type { EventName, VisitTime } from '#shared/rules/events.ts'
import { paths } from '#shared/rules/paths.ts'
import { vehicleNameToStore } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { consequencesOf } from './consequences.ts'
import type { Happening } from './happening.ts'
import { plainMail } from './mail-template.ts'
import { type AboutUnit, wordsForMember } from './member-words.ts'

type Member = {
  jobId: string
  userId: string
  isDriver: boolean
  isManager: boolean
  email: string | null
  language: string | null
}

const membersOfVisits = {
  name: 'members-of-visits',
  text: `select j.id as job_id, u.id as user_id, v.driver_id is not distinct from u.id as is_driver,
      m.role = 'manager' as is_manager, u.email, u.language
    from jobs j join companies c on c.account_id = j.customer_id
      join company_members m on m.company_id = c.id and m.left_at is null
      join vehicles v on v.id = j.vehicle_id
      join users u on u.id = m.user_id
    where j.id = any($1::uuid[]) and (m.role = 'manager' or v.driver_id = u.id)`,
}

/** The managers of the companies of these visits, and the drivers of their cars. */
async function membersOf(jobIds: readonly string[]): Promise<Member[]> {
  if (!currentSettings().uses.companies || jobIds.length === 0) return []
  return queryRows<Member>(membersOfVisits, [[...new Set(jobIds)]])
}

/** The members whose open screens show these visits, by visit. */
export async function membersByVisit(
  all: readonly Happening[],
): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { jobId, userId } of await membersOf(all.flatMap(({ job }) => job?.id ?? [])))
    found.set(jobId, [...(found.get(jobId) ?? []), userId])
  return found
}

/** Notifies drivers of what happens to their cars' visits, and managers where the table of consequences says so. */
export async function notifyMembers(all: readonly Happening[]): Promise<void> {
  const told = all.filter(({ event, job }) => job && consequencesOf(event).tellsMembers)
  const members = await membersOf(told.flatMap(({ job }) => job?.id ?? []))
  const notices = told.flatMap((one) =>
    members
      .filter(({ jobId, isDriver, isManager }) => {
        if (jobId !== one.job?.id) return false
        const managers = toManagers(one)
        return (isDriver && managers !== 'only') || (isManager && managers !== undefined)
      })
      .map((member) => ({ one, member, id: randomUUID(), data: aboutUnit(one) })),
  )
  if (notices.length === 0) return
  await notifyPeople(
    notices.map(({ id, one, member, data }) => ({
      id,
      userId: member.userId,
      event: one.event,
      audience: 'member',
      data,
      jobId: member.jobId,
      createdAt: one.at,
    })),
  )
  await queuePushes(
    notices.map(({ id, member }) => ({
      userId: member.userId,
      notificationId: id,
      byDay: true,
      preference: 'serviceUpdates' as const,
    })),
  )
  await queueMails(
    notices.flatMap(({ one, member: { isDriver, email, language }, data }) =>
      email && (isDriver || toManagers(one) === 'only')
        ? [
            {
              to: email,
              language,
              preference: 'serviceUpdates' as const,
              ...inLanguage(language, () => mailTo(one.event, data)),
            },
          ]
        : [],
    ),
  )
}

const toManagers = ({ event }: Happening) => consequencesOf(event).tellsMembers?.managers

function aboutUnit({ job, event, data }: Happening): AboutUnit {
  if (!job) throw new Error(`${event} has no visit.`)
  const { to } = data as { to?: VisitTime }
  const isMoved = event === 'job_rescheduled' && to !== undefined
  return {
    date: isMoved ? to.date : job.serviceDate,
    slot: isMoved ? to.slot : job.slot,
    unit: job.vehicle.unitNumber ?? '',
    car: vehicleNameToStore(job.vehicle),
  }
}

function mailTo(event: EventName, about: AboutUnit) {
  const { title, message } = wordsForMember(event, about)
  const link = siteAddress() + paths.company
  return plainMail({ subject: title, paragraphs: [message, t('See it here: {link}', { link })] })
}
