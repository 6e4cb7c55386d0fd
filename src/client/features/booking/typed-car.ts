import type { VehicleForm, VehicleSpec } from '#shared/contract/vehicles.ts'
import type { Car } from './booking-draft.ts'

/** A car that is not saved yet. */
export type TypedCar = {
  /** As typed, whether or not it was looked up. */
  vin: string
  vehicle: VehicleForm
  /** What the VIN says of the car. */
  spec: VehicleSpec | null
}

export const emptyCar: TypedCar = {
  vin: '',
  vehicle: { make: '', model: '', year: '', licensePlate: '' },
  spec: null,
}

const unknown = { fuel: null, engine: null, oilType: null, recommendedServiceLevel: null }

/** The car, as far as its VIN or what is typed says what it is. */
export const carAsTyped = (id: string, { vehicle, spec }: TypedCar): Car => ({
  id,
  ...unknown,
  ...spec,
  ...vehicle,
})

/** The car as the contract has it. */
export const carForm = ({ vehicle, spec }: TypedCar) => ({
  ...vehicle,
  ...(spec?.vin && { vin: spec.vin }),
})
