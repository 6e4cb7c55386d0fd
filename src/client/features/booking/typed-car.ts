import type { VehicleForm, VehicleSpec } from '#shared/contract/vehicles.ts'
import type { Car } from './booking-draft.ts'

export type TypedCar = {
  /** As typed, looked up or not. */
  vin: string
  vehicle: VehicleForm
  spec: VehicleSpec | null
}

export const emptyCar: TypedCar = {
  vin: '',
  vehicle: { make: '', model: '', year: '', licensePlate: '' },
  spec: null,
}

const unknown = { fuel: null, engine: null, oilType: null, recommendedServiceLevel: null }

export const carAsTyped = (id: string, { vehicle, spec }: TypedCar): Car => ({
  id,
  ...unknown,
  ...spec,
  ...vehicle,
})

export const carForm = ({ vehicle, spec }: TypedCar) => ({
  ...vehicle,
  ...(spec?.vin && { vin: spec.vin }),
})
