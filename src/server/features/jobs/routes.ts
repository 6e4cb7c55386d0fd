import type { HandlersOf } from '#server/http/handlers.ts'
import { readCursor, setPageHeaders, usualPageSize, writeCursor } from '#server/http/paging.ts'
import type { jobs } from '#shared/contract/jobs.ts'
import { claimJob } from './actions/claim-job.ts'
import { completeJob } from './actions/complete-job.ts'
import { saveChecklist } from './actions/save-checklist.ts'
import { saveMeasurements } from './actions/save-measurements.ts'
import { saveNotes } from './actions/save-notes.ts'
import { startJob } from './actions/start-job.ts'
import { countJobsOfCustomer, datesOf, jobsBetween } from './queries.ts'
import { jobFor } from '#server/reads/visits.ts'
import { ratingOfTechnician } from '#server/reads/ratings.ts'
import { jobKeyChecks, jobsOfCustomer } from '#server/reads/newest-jobs.ts'
import { jobsOfTechnician, unassignedJobs } from './queries/of-technician.ts'

export const jobRoutes = {
  'GET /api/jobs/customer': async ({ person, query, reply }) => {
    const after = readCursor(query.cursor, jobKeyChecks)
    const { jobs, next } = await jobsOfCustomer(person, {
      limit: query.limit ?? usualPageSize,
      after,
    })
    const total = query.limit ? await countJobsOfCustomer(person) : undefined
    setPageHeaders(reply, { total, next: next && writeCursor(next) })
    return jobs
  },

  'GET /api/jobs/technician': ({ person }) => jobsOfTechnician(person),

  'GET /api/jobs/unassigned': ({ person }) => unassignedJobs(person),

  'GET /api/jobs/today': ({ person, query }) => {
    const { from, to } = datesOf(query.range ?? 'today')
    return jobsBetween(person, from, to)
  },

  'GET /api/admin/jobs': ({ person, query }) => jobsBetween(person, query.date, query.date),

  'GET /api/jobs/{id}': ({ person, params }) => jobFor(person, params.id),

  'GET /api/jobs/{id}/technician-rating': async ({ person, params }) =>
    ratingOfTechnician(await jobFor(person, params.id)),

  'POST /api/jobs/{id}/claim': async ({ person, params }) => {
    await claimJob(person, params.id)
    return jobFor(person, params.id)
  },

  'PATCH /api/jobs/{id}/status': async ({ person, params, body }) => {
    if (body.status === 'in_progress') await startJob(person, params.id)
    else await completeJob(person, params.id, body.technicianNotes)
    return jobFor(person, params.id)
  },

  'PUT /api/jobs/{id}/checklist': async ({ person, params, body }) => {
    await saveChecklist(person, params.id, body)
    return jobFor(person, params.id)
  },

  'PUT /api/jobs/{id}/measurements': async ({ person, params, body }) => {
    await saveMeasurements(person, params.id, body)
    return jobFor(person, params.id)
  },

  'PUT /api/jobs/{id}/notes': async ({ person, params, body }) => {
    await saveNotes(person, params.id, body.technicianNotes)
    return jobFor(person, params.id)
  },
} satisfies HandlersOf<typeof jobs>
