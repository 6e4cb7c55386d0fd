import { Conflict } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import { technicianById } from '../queries.ts'
import { personName } from './person-name.ts'

/** The Conflict for a technician whom somebody else has changed since they were on the screen: who, and how they are `now`. */
export async function changedMeanwhile({
  id,
  changedBy,
}: {
  id: string
  changedBy: string | null
}) {
  const by = changedBy ? await personName(changedBy) : ''
  const details = { reason: 'changed', by, now: await technicianById(id) }
  return by
    ? new Conflict(
        phrase('{name} has changed this meanwhile. Please look at it once more.', { name: by }),
        details,
      )
    : new Conflict(undefined, details)
}
