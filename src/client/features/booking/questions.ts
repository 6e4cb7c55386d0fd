import type { Question, VisitDraft } from './booking-draft.ts'

const fieldsOf = {
  who: ['customerId', 'firstName', 'lastName', 'name', 'email', 'phone'],
  vehicle: ['vehicleId', 'vin', 'make', 'model', 'year', 'licensePlate'],
  package: ['servicePackageId', 'addons'],
  time: ['scheduledDate', 'scheduledTime', 'technicianId'],
  address: ['serviceAddress', 'zip', 'city', 'state', 'accessNotes', 'customerNotes', 'poNumber'],
} as const satisfies Record<Question, string[]>

export type Field = (typeof fieldsOf)[Question][number]

export const asksFor = (question: Question, field: string) =>
  (fieldsOf[question] as readonly string[]).includes(field)

/** An invalid field with its error text; `key` limits it to one visit. */
/** `isNews`: shown before an attempt to continue. */
export type Problem = {
  field: Field
  message: string
  key?: number | undefined
  isNews?: boolean
}

export function missingFields(visits: readonly VisitDraft[]): Problem[] {
  const lacking = (given: unknown, problem: Problem) => (given ? [] : [problem])
  return visits.flatMap(({ key, vehicleId, date, time }) => [
    ...lacking(vehicleId, { key, field: 'vehicleId', message: 'Please select a vehicle' }),
    ...lacking(date, { key, field: 'scheduledDate', message: 'Please select a date' }),
    ...lacking(time, { key, field: 'scheduledTime', message: 'Please select a time' }),
  ])
}

/** A question of one visit or of the whole booking. */
export type Step = { question: Question; key: number | undefined }

/** Questions in order; `who` comes first, last or not at all. */
export function stepsOf(visits: readonly VisitDraft[], who?: 'first' | 'last'): Step[] {
  const whole = (question: Question) => ({ question, key: undefined })
  return [
    ...(who === 'first' ? [whole('who')] : []),
    ...visits.flatMap(({ key }) =>
      (['vehicle', 'package', 'time'] as const).map((question) => ({ question, key })),
    ),
    whole('address'),
    ...(who === 'last' ? [whole('who')] : []),
  ]
}

export const concerns = ({ field, key }: Problem, step: Step): boolean =>
  asksFor(step.question, field) && (key === undefined || key === step.key)

/** Field errors from a response: `visits.1.scheduledDate` is a field of the second visit. */
export function refusedFields(details: unknown, visits: readonly VisitDraft[]): Problem[] {
  const { fields = [] } = (details ?? {}) as { fields?: { path: string; message: string }[] }
  return fields.flatMap(({ path, message }) => {
    const parts = path.split('.')
    const field = parts.findLast((part): part is Field =>
      Object.values<readonly string[]>(fieldsOf).some((names) => names.includes(part)),
    )
    const key = parts[0] === 'visits' ? visits[Number(parts[1])]?.key : undefined
    return field ? { field, message, key } : []
  })
}
