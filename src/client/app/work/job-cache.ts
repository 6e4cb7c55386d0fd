import { callQuery, queryClient } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'

export const jobQuery = (id: string) => callQuery('GET /api/jobs/{id}', { params: { id } })

/** What the server answered becomes what every part of the page shows. */
export function storeJob(job: Job): void {
  queryClient.setQueryData(jobQuery(job.id).queryKey, job)
  changeKeptJob(job.id, () => job)
}

/** Changes the job wherever a screen shows it. */
export function changeKeptJob(id: string, change: (job: Job) => Job): void {
  queryClient.setQueryData<Job>(jobQuery(id).queryKey, (job) => job && change(job))
  queryClient.setQueryData<Job[]>(['GET /api/jobs/technician'], (jobs) =>
    jobs?.map((job) => (job.id === id ? change(job) : job)),
  )
}
