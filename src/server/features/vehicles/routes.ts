import { jobKeyChecks, jobsOfVehicle } from '#server/reads/newest-jobs.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Invalid } from '#server/http/errors.ts'
import { readCursor, setPageHeaders, usualPageSize, writeCursor } from '#server/http/paging.ts'
import { isOn } from '#shared/contract/fields.ts'
import type { recovery } from '#shared/contract/recovery.ts'
import type { vehicles } from '#shared/contract/vehicles.ts'
import { phrase } from '#shared/texts/t.ts'
import { addVehicle } from './actions/add-vehicle.ts'
import { changeVehicle } from './actions/change-vehicle.ts'
import { deleteVehicle, recoverVehicle } from './actions/delete-vehicle.ts'
import { lookUpPlate } from './actions/look-up-plate.ts'
import { lookUpVin } from './actions/look-up-vin.ts'
import { recordReading, removeReading } from './actions/odometer-readings.ts'
import { vehicleSaved } from './actions/vehicle-saved.ts'
import { type OilColumns, oilDataFor } from './oil-data.ts'
import { odometerOf, vehicleFor, vehicleOwner, vehiclesOf } from './queries.ts'
import { countedDeleted, findDeletedVehicles } from './queries/deleted-vehicles.ts'
import { sendSuggestions } from './model-catalog.ts'
import type { FastifyReply } from 'fastify'
import { historyOf } from '#server/features/catalog/queries.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import type { engines } from '#shared/contract/engines.ts'
import { importEngineFacts } from './actions/import-engine-facts.ts'
import { addEngine, changeEngine, deleteEngine, undoEngine } from './actions/save-engine.ts'
import { engineFactsTemplate } from './engine-facts-file.ts'
import { engineById, findEngines } from './queries/engines.ts'

export const vehicleRoutes = {
  'GET /api/vehicles': async ({ person, query }) =>
    vehiclesOf(await vehicleOwner(person, query.customerId)),

  'POST /api/vehicles': {
    async prepare({ person, query, body }) {
      if (person.role === 'admin' && !query.customerId)
        throw new Invalid(phrase('Please select or enter customer ID'))
      const owner = await vehicleOwner(person, query.customerId)
      return { owner, oilData: await oilDataFor(body) }
    },
    async act({ person, body }, { owner, oilData }: { owner: string; oilData: OilColumns }) {
      const vehicleId = await addVehicle(owner, body, oilData)
      await vehicleSaved(person, owner, { vehicleId, what: 'added' })
      return vehicleFor(person, vehicleId)
    },
  },

  'GET /api/vehicles/{id}': ({ person, params }) => vehicleFor(person, params.id),

  'PATCH /api/vehicles/{id}': async ({ person, params, body }) => {
    await changeVehicle(person, params.id, body)
    return vehicleFor(person, params.id)
  },

  'GET /api/vehicles/{id}/jobs': async ({ person, params, query, reply }) => {
    const { id } = await vehicleFor(person, params.id)
    const after = readCursor(query.cursor, jobKeyChecks)
    const { jobs, next } = await jobsOfVehicle(person, id, {
      limit: query.limit ?? usualPageSize,
      after,
    })
    setPageHeaders(reply, { next: next && writeCursor(next) })
    return jobs
  },

  'GET /api/vehicles/{id}/odometer': ({ person, params }) => odometerOf(person, params.id),

  'POST /api/vehicles/{id}/odometer': ({ person, params, body }) =>
    recordReading(person, params.id, body),

  'DELETE /api/vehicles/{id}/odometer/{date}': ({ person, params }) =>
    removeReading(person, params.id, params.date),

  'DELETE /api/vehicles/{id}': ({ person, params }) => deleteVehicle(person, params.id),

  'POST /api/vehicles/vin-lookup': ({ body }) => lookUpVin(body.vin),

  'POST /api/vehicles/plate-lookup': ({ body, person, request }) =>
    lookUpPlate(body.plate, body.state, { personId: person?.id ?? null, ip: request.ip }),

  'GET /api/vehicles/suggestions': ({ request, reply }) => sendSuggestions(request, reply),

  'GET /api/admin/deleted-vehicles': async ({ query, reply }) => {
    const page = await findDeletedVehicles({ ...query, limit: query.limit ?? usualPageSize })
    setPageHeaders(reply, page, Boolean(query.search?.trim()), countedDeleted)
    return page.vehicles
  },

  'PUT /api/admin/vehicles/{id}/recover': async ({ person, params }) => {
    await recoverVehicle(person, params.id)
    return vehicleFor(person, params.id)
  },

  'GET /api/admin/engines': async ({ query, reply }) => {
    const page = await findEngines({ ...query, limit: query.limit ?? usualPageSize })
    setPageHeaders(reply, page)
    return page.engines
  },

  'GET /api/admin/engines/{id}': async ({ params, reply }) => ({
    ...(await sendEngine(params.id, reply)),
    history: await historyOf(params.id),
  }),

  'POST /api/admin/engines': async ({ person, body, reply }) =>
    sendEngine(await addEngine(person, body), reply),

  'POST /api/admin/engines/import': ({ person, query, body }) =>
    importEngineFacts(person, body, { dryRun: isOn(query.dryRun) }),

  'GET /api/admin/engines/import/template': async () => ({
    file: 'csv',
    name: 'engines.csv',
    text: await engineFactsTemplate(),
  }),

  'PATCH /api/admin/engines/{id}': async ({ person, params, body, request, reply }) => {
    await changeEngine(person, params.id, { ...body, version: wantedVersion(request) })
    return sendEngine(params.id, reply)
  },

  'POST /api/admin/engines/{id}/undo': async ({ person, params, request, reply }) => {
    await undoEngine(person, params.id, wantedVersion(request))
    return sendEngine(params.id, reply)
  },

  'DELETE /api/admin/engines/{id}': ({ person, params, request }) =>
    deleteEngine(person, params.id, wantedVersion(request)),
} satisfies HandlersOf<typeof vehicles & typeof recovery & typeof engines>

async function sendEngine(id: string, reply: FastifyReply) {
  const found = await engineById(id)
  setVersion(reply, found.version)
  return found
}
