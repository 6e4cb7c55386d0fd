import { describeIssue } from '#shared/contract/describe-issue.ts'
import { VehicleForm, type VehicleSpec } from '#shared/contract/vehicles.ts'
import { noOilPhrase } from '#shared/rules/oil.ts'
import { hasNoEngineOil } from '#shared/rules/packages.ts'
import { wording } from '#shared/texts/t.ts'
import type { Car } from './draft.ts'
import { type Problem, refusedFields } from './questions.ts'

/** A car that is not saved yet. */
export type TypedCar = {
  /** As typed, whether or not it was looked up. */
  vin: string
  vehicle: VehicleForm
  /** What the VIN says of the car. */
  spec: VehicleSpec | null
}

export const noCarYet: TypedCar = {
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

/** What it lacks, or why there is no oil to change. */
export function typedCarProblems(car: TypedCar): Problem[] {
  const parsed = VehicleForm.safeParse(carForm(car), { error: describeIssue })
  const fields = parsed.error?.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }))
  if (fields) return refusedFields({ fields }, [])
  const facts = carAsTyped('', car)
  return hasNoEngineOil(facts) ? [{ field: 'model', message: wording(noOilPhrase(facts)) }] : []
}
