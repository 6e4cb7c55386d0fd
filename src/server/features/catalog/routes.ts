import type { FastifyReply } from 'fastify'
import type { HandlersOf } from '#server/http/handlers.ts'
import { assertSameId } from '#server/http/same-id.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import type { catalog } from '#shared/contract/catalog.ts'
import { deletePackage } from './actions/delete-package.ts'
import { orderPackages } from './actions/order-packages.ts'
import { addPackage, changePackage } from './actions/save-package.ts'
import { addonsOnSale, packagesOnSale } from './queries.ts'
import { historyOf } from './queries/changes.ts'
import { adminPackage, adminPackages, visitsWith } from './queries/packages.ts'

export const catalogRoutes = {
  'GET /api/service-packages': () => packagesOnSale(),
  'GET /api/addon-services': () => addonsOnSale(),

  'PATCH /api/service-packages/{id}/price': async ({ person, params, body, request, reply }) => {
    const change = { basePrice: body.price, version: wantedVersion(request) }
    await changePackage(person, params.id, change)
    return sendPackage(params.id, reply)
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
} satisfies HandlersOf<typeof catalog>

async function sendPackage(id: string, reply: FastifyReply) {
  const found = await adminPackage(id)
  setVersion(reply, found.version)
  return found
}
