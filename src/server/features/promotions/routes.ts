import type { FastifyReply } from 'fastify'
import { businessToday } from '#server/base/business-time.ts'
import { happened } from '#server/events/happened.ts'
import { historyOf } from '#server/features/catalog/queries.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { networkOf } from '#server/http/client-network.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import { assertSameId } from '#server/http/same-id.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import type { promotions } from '#shared/contract/promotions.ts'
import { deletePromotion } from './actions/delete-promotion.ts'
import { addPromotion, changePromotion } from './actions/save-promotion.ts'
import { promotionsCsv } from './promotions-csv.ts'
import { promotionOf, visitsOfPromotion } from './actions/check-promotion.ts'
import { findPromotions, promotionById, toPromotion } from './queries.ts'

export const promotionRoutes = {
  'POST /api/promotions/check': async ({ person, body, request }) => {
    const promotion = await promotionOf(body.code, networkOf(request.ip))
    const { code, percent, cap, off } = toPromotion(promotion)
    const visits = body.visits.map((visit) => ({
      date: visit.scheduledDate,
      packageId: visit.servicePackageId,
    }))
    const customerId =
      person?.role === 'customer'
        ? person.id
        : person?.role === 'admin'
          ? body.customerId
          : undefined
    return {
      code,
      percent,
      cap,
      off,
      visits: await visitsOfPromotion(promotion, visits, { customerId }),
    }
  },

  'GET /api/admin/promotions': async ({ query, reply }) => {
    const page = await findPromotions({ ...query, limit: query.limit ?? usualPageSize })
    setPageHeaders(reply, page)
    return page.promotions
  },

  'GET /api/admin/promotions/export': async ({ query, person }) => {
    await happened({ event: 'list_exported', by: person.id, data: { list: 'promotions' } })
    return {
      file: 'csv',
      name: `promotions-${businessToday()}.csv`,
      text: await promotionsCsv(query),
    }
  },

  'GET /api/admin/promotions/{id}': async ({ params, reply }) => ({
    ...(await sendPromotion(params.id, reply)),
    history: await historyOf(params.id),
  }),

  'POST /api/admin/promotions': async ({ person, body, reply }) =>
    sendPromotion(await addPromotion(person, body), reply),

  'PATCH /api/admin/promotions/{id}': async ({ person, params, body, request, reply }) => {
    assertSameId(params, body)
    await changePromotion(person, params.id, { ...body, version: wantedVersion(request) })
    return sendPromotion(params.id, reply)
  },

  'DELETE /api/admin/promotions/{id}': async ({ person, params, request }) => ({
    success: true,
    deleted: await deletePromotion(person, params.id, wantedVersion(request)),
  }),
} satisfies HandlersOf<typeof promotions>

async function sendPromotion(id: string, reply: FastifyReply) {
  const found = await promotionById(id)
  setVersion(reply, found.version)
  return found
}
