import type { FastifyReply, FastifyRequest } from 'fastify'
import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { Conflict } from '#server/http/errors.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { assertSameId } from '#server/http/same-id.ts'
import { setVersion, wantedVersion, seenStockOf } from '#server/http/versions.ts'
import type { catalog, PriceForm } from '#shared/contract/catalog.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatDay } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { deletePackage } from './actions/delete-package.ts'
import { orderPackages } from './actions/order-packages.ts'
import { addPackage, changePackage } from './actions/save-package.ts'
import { addonsOnSale, packagesOnSale, historyOf } from './queries.ts'
import { adminPackage, adminPackages, visitsWith } from './queries/packages.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import type { products } from '#shared/contract/products.ts'
import { countStock } from './actions/count-stock.ts'
import { deleteProduct } from './actions/delete-product.ts'
import { addProduct, changeProduct } from './actions/save-product.ts'
import { findProducts, movementsOf, productById, useOfProduct } from './queries/products.ts'

export const catalogRoutes = {
  'GET /api/service-packages': async () =>
    (await packagesOnSale()).map((offer) => ({
      ...offer,
      name: inOwnWords(offer.name),
      description: inOwnWords(offer.description),
      features: offer.features.map(inOwnWords),
    })),
  'GET /api/addon-services': async () =>
    (await addonsOnSale()).map((addon) => ({ ...addon, name: inOwnWords(addon.name) })),

  'PATCH /api/service-packages/{id}/price': (call) => changePrice(call),
  'PATCH /api/admin/service-packages/{id}/price': (call) => {
    if (!call.body.confirmed) assertMeantPrice(call.body)
    return changePrice(call)
  },

  'GET /api/admin/service-packages': () => adminPackages(),

  'GET /api/admin/service-packages/{id}': async ({ params, reply }) => ({
    ...(await sendPackage(params.id, reply)),
    ...(await visitsWith(params.id)),
    history: await historyOf(params.id),
  }),

  'POST /api/admin/service-packages': async ({ person, body, reply }) =>
    sendPackage(await addPackage(person, body), reply),

  'PATCH /api/admin/service-packages/{id}': async ({ person, params, body, request, reply }) => {
    assertSameId(params, body)
    await changePackage(person, params.id, { ...body, version: wantedVersion(request) })
    return sendPackage(params.id, reply)
  },

  'PUT /api/admin/service-packages/order': async ({ person, body }) => {
    await orderPackages(person, body.ids)
    return adminPackages()
  },

  'DELETE /api/admin/service-packages/{id}': async ({ person, params, request }) => ({
    success: true,
    deleted: await deletePackage(person, params.id, wantedVersion(request)),
  }),

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
} satisfies HandlersOf<typeof catalog & typeof products>

type PriceChange = {
  person: Person
  params: { id: string }
  body: PriceForm
  request: FastifyRequest
  reply: FastifyReply
}

async function changePrice({ person, params, body, request, reply }: PriceChange) {
  await changePackage(person, params.id, {
    basePrice: body.price,
    priceFrom: body.from,
    version: wantedVersion(request),
  })
  return sendPackage(params.id, reply)
}

/** Throws Conflict for a price of 0, and for a day that no one can book yet. */
function assertMeantPrice({ price, from }: PriceForm): void {
  if (centsFromDecimal(price) === 0)
    throw new Conflict(
      phrase('This sells the package for $0.00. Please check it, or confirm it.'),
      {
        reason: 'confirm',
      },
    )
  const last = addDays(businessToday(), currentSettings().horizonDays)
  if (from !== undefined && from > last)
    throw new Conflict(
      phrase(
        'No one can book that day yet: bookings open until {day}. Please check it, or confirm it.',
        {
          day: formatDay(last, { year: true }),
        },
      ),
      { reason: 'confirm' },
    )
}

async function sendPackage(id: string, reply: FastifyReply) {
  const found = await adminPackage(id)
  setVersion(reply, found.version)
  return found
}

async function sendProduct(id: string, reply: FastifyReply) {
  const found = await productById(id)
  setVersion(reply, found.version, found.stockQuantity)
  return found
}
