import type { HandlersOf } from '#server/http/handlers.ts'
import { Invalid } from '#server/http/errors.ts'
import type { vehicles } from '#shared/contract/vehicles.ts'
import { t } from '#shared/texts/t.ts'
import { addVehicle } from './actions/add-vehicle.ts'
import { deleteVehicle } from './actions/delete-vehicle.ts'
import { lookUpPlate } from './actions/look-up-plate.ts'
import { lookUpVin } from './actions/look-up-vin.ts'
import { type OilColumns, oilDataFor } from './oil-data.ts'
import { vehicleFor, vehicleOwner, vehiclesOf } from './queries.ts'
import { sendSuggestions } from './send-suggestions.ts'

export const vehicleRoutes = {
  'GET /api/vehicles': async ({ person, query }) =>
    vehiclesOf(await vehicleOwner(person, query.customerId)),

  'POST /api/vehicles': {
    async prepare({ person, query, body }) {
      if (person.role === 'admin' && !query.customerId)
        throw new Invalid(t('Please select or enter customer ID'))
      const owner = await vehicleOwner(person, query.customerId)
      return { owner, oilData: await oilDataFor(body) }
    },
    async act({ person, body }, { owner, oilData }: { owner: string; oilData: OilColumns }) {
      return vehicleFor(person, await addVehicle(owner, body, oilData))
    },
  },

  'GET /api/vehicles/{id}': ({ person, params }) => vehicleFor(person, params.id),

  'DELETE /api/vehicles/{id}': async ({ person, params }) => {
    await deleteVehicle(person, params.id)
    return { success: true }
  },

  'POST /api/vehicles/vin-lookup': ({ body }) => lookUpVin(body.vin),

  'POST /api/vehicles/plate-lookup': ({ body, person }) =>
    lookUpPlate(body.plate, body.state, person?.id ?? null),

  'GET /api/vehicles/suggestions': ({ request, reply }) => sendSuggestions(request, reply),
} satisfies HandlersOf<typeof vehicles>
