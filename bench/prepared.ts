import { askOnce } from './child.ts'
import type { History } from './many-jobs.ts'
import type { Place, Prepared } from './prepare.ts'
import type { Conversation } from './prepare-conversations.ts'

/** Enough that an unindexed scan would show. */
const usual: History = { manyJobs: 5000 }

/** Creates and fills the database at a new place. */
export const prepare = (place: Place, history = usual): Promise<Prepared> =>
  askOnce('prepare.ts', { place, history })

/** The same, with this many visits whose conversation is open. */
export const prepareConversations = (place: Place, conversations: number) =>
  askOnce<Conversation[]>('prepare-conversations.ts', { place, conversations })
