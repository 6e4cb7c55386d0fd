import type { VehicleForm, VehicleSpec } from '#shared/contract/vehicles.ts'
import type { Car } from './booking-draft.ts'

/** An unsaved car. */
export type TypedCar = {
  /** As typed, looked up or not. */
  vin: string
  vehicle: VehicleForm
  /** Result of the VIN lookup. */
  spec: VehicleSpec | null
}

export const emptyCar: TypedCar = {
  vin: '',
  vehicle: { make: '', model: '', year: '', licensePlate: '' },
  spec: null,
}

const unknown = { fuel: null, engine: null, oilType: null, recommendedServiceLevel: null }

/** The car from its VIN or typed values. */
export const carAsTyped = (id: string, { vehicle, spec }: TypedCar): Car => ({
  id,
  ...unknown,
  ...spec,
  ...vehicle,
})

/** The car in the contract's form. */
export const carForm = ({ vehicle, spec }: TypedCar) => ({
  ...vehicle,
  ...(spec?.vin && { vin: spec.vin }),
})
