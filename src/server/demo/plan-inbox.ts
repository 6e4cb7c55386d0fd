import type { contactMessages, contactReplies } from '#server/database/tables/contact-messages.ts'
import type { PlannedJob } from './plan-jobs.ts'
import type { NewUser, People } from './plan-people.ts'
import type { Random } from './random.ts'

const hourMs = 3_600_000

type Inbox = {
  messages: (typeof contactMessages.$inferInsert)[]
  replies: (typeof contactReplies.$inferInsert)[]
}

/** Messages to the office: two waiting, one answered. */
export function planInbox(
  random: Random,
  { staff, main }: People,
  jobs: readonly PlannedJob[],
  now: Date,
): Inbox {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const last = jobs.findLast(
    ({ job, times }) => times.completedAt && job.customerId === main.user.id,
  )
  const answered = random.uuid()
  const waiting = [
    {
      id: random.uuid(),
      name: 'Priya Shah',
      email: 'priya.shah@example.com',
      phone: '+15125550188',
      subject: 'Six vans at our bakery',
      message:
        'Hello, we run six delivery vans and park them behind the bakery.\nCould you change the oil of all six on one morning, before seven? What would that cost?',
      createdAt: hoursAgo(3),
    },
    {
      id: random.uuid(),
      ...writtenBy(main.user),
      jobId: last?.job.id ?? null,
      subject: 'Which oil did you use?',
      message: 'My dealer asks which oil went into the Camry last time. Can you tell me the brand?',
      createdAt: hoursAgo(22),
    },
  ]
  return {
    messages: [
      ...waiting,
      {
        id: answered,
        name: 'Tom Alvarez',
        email: 'tom.alvarez@example.com',
        subject: 'Apartment garage',
        message: 'Do you also come to an underground garage? The ceiling is seven feet high.',
        createdAt: hoursAgo(50),
        handled: true,
        handledAt: hoursAgo(47),
        handledBy: staff.admin.id,
      },
    ],
    replies: [
      {
        contactMessageId: answered,
        authorId: staff.admin.id,
        message:
          'Hi Tom, yes, as long as the van may park next to the car. Seven feet is enough for ours.',
        createdAt: hoursAgo(47),
      },
    ],
  }
}

const writtenBy = ({ id, firstName, lastName, email, phone }: NewUser) => ({
  customerId: id,
  name: `${firstName} ${lastName}`,
  email: email ?? '',
  phone: phone ?? '',
})
