import type { JobRow } from '#server/reads/job-row.ts'
import type { EventData, EventName, JobEventName, PersonEventName } from '#shared/rules/events.ts'

/** Something that happened, as an action reports it. */
export type Happening<E extends EventName = EventName> = E extends EventName
  ? {
      event: E
      data: EventData[E]
      /** The person who did it; null means the server. */
      by: string | null
      /** When it was done, if it was reported later. */
      at?: Date
      /** The conversation entry that the action already wrote. */
      entryId?: string
    } & (E extends PersonEventName
      ? {
          /** The account it is about; null for a person without one. */
          personId: string | null
        }
      : { personId?: string | null }) &
      (E extends JobEventName
        ? {
            /** The visit in its current state. */
            job: JobRow
          }
        : { job?: undefined })
  : never
