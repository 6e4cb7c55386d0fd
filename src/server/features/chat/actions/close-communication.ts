import { transaction } from '#server/database/database.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { Conflict } from '#server/http/errors.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase, t } from '#shared/texts/t.ts'
import { endTalk } from './end-talk.ts'
import { talkNews } from './talk-news.ts'

/** The technician ends the talk and the customer is told. Throws NotFound, or Conflict when it is not active. */
export async function closeCommunication(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    const ended = await endTalk(job, person.id, 'closed')
    if (!ended) throw new Conflict(phrase('Communication is not active.'))
    await notifyPerson({
      userId: job.customerId,
      type: talkNews.closed,
      title: t('Communication Closed'),
      message: job.serviceAddress,
      jobId: id,
    })
  })
}
