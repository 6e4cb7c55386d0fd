import { listen } from '#server/database/database.ts'

/** What open sockets hear about a job, as ids: `people` are its parties and whoever did it. */
export type JobNews = {
  about: 'message' | 'read' | 'job' | 'position'
  jobId: string
  people: string[]
  /** The new entry, when it is about a message. */
  entryId?: string
}

/** Hears of what any process commits; the listener loads what it can deliver. Returns the stop. */
export function followJobNews(
  onNews: (news: JobNews) => unknown,
  onReconnect: () => unknown,
): Promise<() => Promise<void>> {
  return listen('job_news', (payload) => onNews(JSON.parse(payload) as JobNews), { onReconnect })
}
