import type { FastifyReply } from 'fastify'
import { businessToday } from '#server/base/business-time.ts'
import { afterCommit } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { limitRoadAnswers } from '#server/features/booking/actions/limit-road-answers.ts'
import { historyOf } from '#server/features/catalog/queries.ts'
import { networkOf } from '#server/http/client-network.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { assertSameId } from '#server/http/same-id.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import type { plans } from '#shared/contract/plans.ts'
import {
  agreeToTerms,
  cancelSubscription,
  changeSubscription,
  pauseSubscription,
  reopenService,
  resumeSubscription,
  skipService,
} from './actions/change-subscription.ts'
import { acceptPlanVisit, showPlanVisit, skipPlanVisit } from './actions/answer-visit.ts'
import { offerTerms } from './actions/offer-terms.ts'
import { joinPlan, plansFor } from './actions/join-plan.ts'
import { addPlan, changePlan } from './actions/save-plan.ts'
import { overview } from './queries/overview.ts'
import { runPlansSoon } from './tasks.ts'
import { membersCsv } from './members-csv.ts'
import {
  allPlans,
  customerFor,
  members,
  planById,
  subscriptionsOf,
  toOfficePlan,
  toSubscription,
} from './queries.ts'

export const planRoutes = {
  'GET /api/admin/plans': async () => (await allPlans()).map(toOfficePlan),

  'GET /api/admin/plans/{id}': async ({ params, reply }) => ({
    ...(await sendPlan(params.id, reply)),
    history: await historyOf(params.id),
  }),

  'POST /api/admin/plans': async ({ person, body, reply }) =>
    sendPlan(await addPlan(person, body), reply),

  'PATCH /api/admin/plans/{id}': async ({ person, params, body, request, reply }) => {
    assertSameId(params, body)
    await changePlan(person, params.id, { ...body, version: wantedVersion(request) })
    return sendPlan(params.id, reply)
  },

  'POST /api/admin/plans/{id}/offer': async ({ person, params }) => ({
    told: await offerTerms(person, params.id),
  }),

  'GET /api/admin/plans/overview': () => overview(),

  'GET /api/admin/plans/members': ({ query }) => members(query.list),

  'GET /api/admin/plans/members/export': async ({ person, query }) => {
    await happened({ event: 'list_exported', by: person.id, data: { list: 'plan_members' } })
    return {
      file: 'csv',
      name: `plan-members-${businessToday()}.csv`,
      text: membersCsv(await members(query.list, Infinity)),
    }
  },

  'GET /api/plans': ({ person, query }) => plansFor(person, query),

  'GET /api/subscriptions': async ({ person, query }) => {
    const customer = await customerFor(person, query.companyId)
    return (await subscriptionsOf(customer.id)).map(toSubscription)
  },

  'POST /api/subscriptions': async ({ person, body, request: { ip } }) => {
    const joined = await joinPlan(person, body, networkOf(ip))
    afterCommit(runPlansSoon)
    return toSubscription(joined)
  },

  'PATCH /api/subscriptions/{id}': async ({ person, params, body, request: { ip } }) =>
    toSubscription(await changeSubscription(person, params.id, body, networkOf(ip))),

  'POST /api/subscriptions/{id}/agree': async ({ person, params, body, request: { ip } }) =>
    toSubscription(await agreeToTerms(person, params.id, { ...body, network: networkOf(ip) })),

  'POST /api/subscriptions/{id}/propose': async ({ person, params }) => {
    const reopened = await reopenService(person, params.id)
    afterCommit(runPlansSoon)
    return toSubscription(reopened)
  },

  'POST /api/subscriptions/{id}/pause': async ({ person, params, body }) =>
    toSubscription(await pauseSubscription(person, params.id, body?.until)),

  'POST /api/subscriptions/{id}/resume': async ({ person, params }) =>
    toSubscription(await resumeSubscription(person, params.id)),

  'POST /api/subscriptions/{id}/skip': async ({ person, params, body }) =>
    toSubscription(await skipService(person, params.id, body?.dueOn)),

  'POST /api/subscriptions/{id}/cancel': ({ person, params, body }) =>
    cancelSubscription(person, params.id, body),

  'GET /api/plan-visits/{id}': ({ person, params }) => showPlanVisit(person, params.id),

  'POST /api/plan-visits/{id}/accept': ({ person, params, body, request: { ip } }) =>
    limitRoadAnswers({ person, ip }, () => acceptPlanVisit(person, params.id, body ?? {})),

  'POST /api/plan-visits/{id}/skip': ({ person, params }) => skipPlanVisit(person, params.id),
} satisfies HandlersOf<typeof plans>

async function sendPlan(id: string, reply: FastifyReply) {
  const plan = await planById(id)
  setVersion(reply, plan.version)
  return toOfficePlan(plan)
}
