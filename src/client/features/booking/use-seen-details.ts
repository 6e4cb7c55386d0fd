import { useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { type VisitDetail, visitDetails } from '#shared/rules/visit-details.ts'

type Details = Pick<Job, VisitDetail>

const detailsOf = (job: Details) =>
  Object.fromEntries(visitDetails.map((field) => [field, job[field]])) as Details

/** A visit's details as the user last saw them: when the dialog opened, or after the server reported another change. */
export function useSeenDetails(job: Job) {
  const [opened] = useState(() => detailsOf(job))
  const [seen, setSeen] = useState(opened)
  /** Only the changed fields, each with its last seen value. */
  const changesTo = (wanted: Partial<Details>) => {
    const changed = (Object.keys(wanted) as (keyof Details)[]).filter(
      (field) => wanted[field] !== opened[field] && wanted[field] !== seen[field],
    )
    const pick = (from: Partial<Details>) =>
      Object.fromEntries(changed.map((field) => [field, from[field]])) as Partial<Details>
    return { ...pick(wanted), seen: pick(seen) }
  }
  return {
    opened,
    changesTo,
    isChanged: (wanted: Partial<Details>) => Object.keys(changesTo(wanted)).length > 1,
    /** A field's newer value if someone else changed it since the dialog opened. */
    newer: (field: keyof Details) => (seen[field] === opened[field] ? undefined : seen[field]),
    takeNewer: ({ details }: CallError) => {
      const { reason, now } = (details ?? {}) as { reason?: string; now?: Details }
      if (reason === 'changed' && now) setSeen(now)
      return false
    },
  }
}
