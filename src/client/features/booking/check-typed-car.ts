import { describeIssue } from '#shared/contract/describe-issue.ts'
import { VehicleForm } from '#shared/contract/vehicles.ts'
import { noOilPhrase } from '#shared/rules/oil.ts'
import { hasNoEngineOil } from '#shared/rules/packages.ts'
import { wording } from '#shared/texts/t.ts'
import { type Problem, refusedFields } from './questions.ts'
import { carAsTyped, carForm, type TypedCar } from './typed-car.ts'

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
