import type { JobRow } from '#server/reads/job-row.ts'
import type { EventData, EventName, JobEventName, PersonEventName } from '#shared/rules/events.ts'

/** Something that happened, as a verb says it. */
export type Happening<E extends EventName = EventName> = E extends EventName
  ? {
      event: E
      data: EventData[E]
      /** Who did it; null means the server itself. */
      by: string | null
      /** When it was done, where somebody could not say so at once. */
      at?: Date
      /** The entry of the conversation that the verb has written itself. */
      entryId?: string
    } & (E extends PersonEventName
      ? {
          /** The account it is about; null for somebody without one. */
          personId: string | null
        }
      : { personId?: string | null }) &
      (E extends JobEventName
        ? {
            /** The visit as it is now. */
            job: JobRow
          }
        : { job?: undefined })
  : never
