import type { FastifyReply } from 'fastify'
import type { HandlersOf } from '#server/http/handlers.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import { assertSameId } from '#server/http/same-id.ts'
import { seenStockOf, setVersion, wantedVersion } from '#server/http/versions.ts'
import type { products } from '#shared/contract/products.ts'
import { countStock } from './actions/count-stock.ts'
import { deleteProduct } from './actions/delete-product.ts'
import { addProduct, changeProduct } from './actions/save-product.ts'
import { historyOf } from './queries/changes.ts'
import { findProducts, movementsOf, productById, useOfProduct } from './queries/products.ts'

export const productRoutes = {
  'GET /api/admin/products': async ({ query, reply }) => {
    const page = await findProducts({ ...query, limit: query.limit ?? usualPageSize })
    setPageHeaders(reply, page)
    return page.products
  },

  'GET /api/admin/products/{id}': async ({ params, reply }) => ({
    ...(await sendProduct(params.id, reply)),
    ...(await useOfProduct(params.id)),
    history: await historyOf(params.id),
  }),

  'POST /api/admin/products': async ({ person, body, reply }) =>
    sendProduct(await addProduct(person, body), reply),

  'PATCH /api/admin/products/{id}': async ({ person, params, body, request, reply }) => {
    assertSameId(params, body)
    const { seenStock = seenStockOf(request) } = body
    const version = wantedVersion(request)
    await changeProduct(person, params.id, { ...body, seenStock, version })
    return sendProduct(params.id, reply)
  },

  'DELETE /api/admin/products/{id}': async ({ person, params, request }) => ({
    success: true,
    deleted: await deleteProduct(person, params.id, wantedVersion(request)),
  }),

  'GET /api/admin/products/{id}/stock': async ({ params, query, reply }) => {
    await productById(params.id)
    const page = await movementsOf(params.id, { ...query, limit: query.limit ?? usualPageSize })
    setPageHeaders(reply, page)
    return page.movements
  },

  'POST /api/admin/products/{id}/stock': async ({ person, params, body, reply }) => {
    await countStock(person, params.id, body)
    return sendProduct(params.id, reply)
  },
} satisfies HandlersOf<typeof products>

async function sendProduct(id: string, reply: FastifyReply) {
  const found = await productById(id)
  setVersion(reply, found.version, found.stockQuantity)
  return found
}
