import type { HandlersOf } from '#server/http/handlers.ts'
import type { unsentWork } from '#shared/contract/unsent-work.ts'
import { addUnsentChange } from './actions/add-unsent-change.ts'
import {
  makeHandInCode,
  redeemHandInCode,
} from '#server/features/accounts/actions/hand-in-codes.ts'
import { handleUnsentWork, reportUnsentWork } from './actions/report-unsent-work.ts'
import { jobFor, loadJob } from '#server/reads/visits.ts'
import { loadTakenAway } from './queries/taken-away.ts'
import { unsentWorkOf } from './queries/unsent-work.ts'
import { readCursor, setPageHeaders, usualPageSize, writeCursor } from '#server/http/paging.ts'
import type { jobs } from '#shared/contract/jobs.ts'
import { claimJob } from './actions/claim-job.ts'
import { completeJob } from './actions/complete-job.ts'
import { saveChecklist, saveMeasurements, saveNotes } from './actions/save-work.ts'
import { startJob } from './actions/start-job.ts'
import { countJobsOfCustomer, datesOf, jobsBetween } from './queries.ts'
import { ratingOfTechnician } from '#server/reads/ratings.ts'
import { jobKeyChecks, jobsOfCustomer } from '#server/reads/newest-jobs.ts'
import { jobsOfTechnician, unassignedJobs } from './queries/of-technician.ts'
import type { charges } from '#shared/contract/charges.ts'
import type { estimates } from '#shared/contract/estimates.ts'
import { addAddon, removeAddon } from './actions/change-addons.ts'
import { addEstimate, addExtra } from './actions/add-extra.ts'
import { billExtra } from './actions/bill-extra.ts'
import { correctExtra, removeExtra } from './actions/correct-extra.ts'
import { answerEstimate } from './actions/answer-estimate.ts'
import { approvalsOf } from '#server/reads/approvals.ts'
import { extrasOf } from '#server/reads/extras.ts'
import { linesOf } from '#server/reads/lines.ts'
import type { jobHistory } from '#shared/contract/job-history.ts'
import { resendMessage } from './actions/resend-message.ts'
import { messagesOf } from './queries/sent-again.ts'
import { historyOf } from './queries/history.ts'

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
    else await completeJob(person, params.id, body)
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

  'GET /api/jobs/{id}/lines': async ({ person, params }) =>
    linesOf(person, await loadJob(person, params.id)),
  'GET /api/jobs/{id}/extras': ({ person, params }) => extrasOf(person, params.id),

  'POST /api/jobs/{id}/extras': ({ person, params, body }) =>
    (person.role === 'admin' ? billExtra : addExtra)(person, params.id, body),

  'PATCH /api/jobs/{id}/extras/{extraId}': ({ person, params, body }) =>
    correctExtra(person, params, body),

  'DELETE /api/jobs/{id}/extras/{extraId}': ({ person, params }) => removeExtra(person, params),

  'GET /api/jobs/{id}/addons': async ({ person, params }) => {
    const job = await jobFor(person, params.id)
    return job.addons
  },

  'POST /api/jobs/{id}/addons': ({ person, params, body }) =>
    addAddon(person, params.id, body.addonServiceId),

  'DELETE /api/jobs/{id}/addons/{addonId}': ({ person, params }) => removeAddon(person, params),

  'POST /api/jobs/{id}/estimates': ({ person, params, body }) =>
    addEstimate(person, params.id, body),

  'POST /api/estimates/{id}/answer': ({ person, params, body }) =>
    answerEstimate(person, params.id, body),

  'GET /api/jobs/{id}/approvals': ({ person, params }) => approvalsOf(person, params.id),

  'GET /api/jobs/{id}/messages': async ({ person, params }) =>
    messagesOf(await loadJob(person, params.id)),

  'POST /api/jobs/{id}/messages/{messageId}/resend': ({ person, params }) =>
    resendMessage(person, params.id, params.messageId),

  'GET /api/jobs/{id}/history': async ({ person, params, query, reply }) => {
    const job = await loadJob(person, params.id)
    const { limit = usualPageSize, ...order } = query
    const { entries, total, next } = await historyOf(person, job.id, { ...order, limit })
    setPageHeaders(reply, { total, next })
    return entries
  },

  'GET /api/jobs/{id}/taken-away': async ({ person, params }) =>
    (await loadTakenAway(person, params.id)).takenAway,

  'POST /api/admin/technicians/{id}/hand-in-code': ({ person, params }) =>
    makeHandInCode(person, params.id),

  'POST /api/hand-in': ({ body }) => redeemHandInCode(body.code, body.personId),

  'POST /api/jobs/{id}/unsent-work': ({ person, params, body }) =>
    reportUnsentWork(person, params.id, body.changes),

  'GET /api/jobs/{id}/unsent-work': async ({ person, params }) => {
    const job = await loadJob(person, params.id)
    return unsentWorkOf(job.id)
  },

  'POST /api/jobs/{id}/unsent-work/{workId}/add': async ({ person, params, body }) => {
    await addUnsentChange(person, params, body.change)
    return unsentWorkOf(params.id)
  },

  'PATCH /api/jobs/{id}/unsent-work/{workId}': async ({ person, params, body }) => {
    await handleUnsentWork(person, params, body.handled)
    return unsentWorkOf(params.id)
  },
} satisfies HandlersOf<
  typeof jobs & typeof charges & typeof estimates & typeof jobHistory & typeof unsentWork
>
