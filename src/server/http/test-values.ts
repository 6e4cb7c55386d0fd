// Random values of the contract's schemas: valid in shape, odd in content.
import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Schema } from '#shared/contract/endpoint.ts'
import { standardSlots, startOf } from '#shared/rules/slots.ts'
import { slotLabels } from '#shared/rules/test-slots.ts'
import { usStates } from '#shared/rules/us-states.ts'

type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

const oddTexts = [
  "Robert'); drop table jobs;--",
  '<script>alert(1)</script>',
  '%_\\',
  '{{7*7}}',
  '=1+1',
  '💧 é \u202e',
  '\t\r\n',
  '..',
]
const oddDates = [
  '0001-01-01',
  '1900-01-01',
  '1970-01-01',
  '2026-11-29',
  '2028-02-29',
  '2030-01-02',
  '2100-12-31',
  '9999-12-31',
]
const amounts = [0, 129.99, 0.1, 99_999.99, 1e15, '0', '129.99', '21474836.48', '999999999999.99']

const weeklyHours = fc.tuple(
  ...Array.from({ length: 7 }, () => fc.subarray(standardSlots.map(startOf))),
)

const clockAt = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
/** Times in order, without overlap. */
const timesOfDay = fc
  .uniqueArray(fc.nat(24 * 60 - 1), { minLength: 2, maxLength: 24 })
  .map((minutes) => {
    const clocks = minutes.toSorted((one, other) => one - other).map(clockAt)
    return clocks.flatMap((end, at) => (at % 2 === 1 ? [[clocks[at - 1], end]] : []))
  })

/** Meaningful values by field name: ids, and bookable dates. */
export type Known = { ids: Record<string, string[]>; dates: string[] }

/** Values the schema accepts, many using known ids and dates. */
export function valuesOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const shape = z.toJSONSchema(schema as z.ZodMiniType, { io: 'input', unrepresentable: 'any' })
  let missed = 0
  return fromShape(shape as JsonSchema, '', known).filter((value) => {
    const { success, error } = z.safeParse(schema as z.ZodMiniType, value)
    missed = success ? 0 : missed + 1
    // Otherwise it would try forever.
    if (missed > 10_000) throw new Error(`Chance writes no such value: ${error?.message}`)
    return success
  })
}

function fromShape(shape: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (name === 'weeklyHours' && shape.type === 'array') return weeklyHours
  if (name === 'times' && shape.items?.type === 'array') return timesOfDay
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((each) => fromShape(each, name, known)))
  if (Array.isArray(shape.type)) return fc.constantFrom(...amounts)
  switch (shape.type) {
    case 'string':
      return text(shape, name, known)
    case 'integer':
      return fc.integer({ min: shape.minimum ?? 0, max: Math.min(shape.maximum ?? 9, 1e6) })
    case 'number':
      return fc.double({ min: shape.minimum, max: shape.maximum, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { minItems: minLength = 0, maxItems = 4, items = {} } = shape
      return fc.array(fromShape(items, name, known), {
        minLength,
        maxLength: Math.max(minLength, Math.min(maxItems, 4)),
      })
    }
    case 'object':
      return record(shape, known)
    default:
      throw new Error(`No values for ${JSON.stringify(shape)}`)
  }
}

/** Mostly ids of the named thing, sometimes of another. */
export function idsNamed(name: string, { ids }: Known): fc.Arbitrary<string> {
  const any = fc.constantFrom(...Object.values(ids).flat())
  const fitting = ids[name]
  if (!fitting) return any
  return fc.oneof(
    { arbitrary: fc.constantFrom(...fitting), weight: 4 },
    { arbitrary: any, weight: 1 },
  )
}

function text(shape: JsonSchema, name: string, known: Known): fc.Arbitrary<string> {
  if (shape.format === 'uuid') return idsNamed(name, known)
  // Schemas of these say in code which text they accept.
  if (name === 'email') return fc.emailAddress()
  if (name === 'state') return fc.constantFrom(...usStates, 'tx')
  if (/^(scheduledTime|timeSlots?)$/.test(name)) return fc.constantFrom(...slotLabels)
  if (name === 'times' && !shape.pattern) return fc.constantFrom('07:00-08:00,09:00-10:30')
  if (name === 'hours') return fc.constantFrom('08:00_09:30,08:00,,,,,', ',,,,,16:00,')
  if (shape.format === 'uri') return fc.webUrl({ withQueryParameters: true })
  if (shape.format === 'date') return fc.constantFrom(...oddDates, ...known.dates)
  // Random text is never a phone number.
  if (name === 'phone') return fc.constantFrom('(512) 555-0142', '+44 20 7946 0958', '5125550142')
  if (shape.pattern) return fc.stringMatching(new RegExp(shape.pattern))
  const { minLength = 0, maxLength = 40 } = shape
  const odd = oddTexts.filter(({ length }) => length >= minLength && length <= maxLength)
  const any = fc.string({
    unit: 'grapheme-composite',
    minLength,
    maxLength: Math.min(maxLength, 60),
  })
  const texts = odd.length > 0 ? fc.oneof(fc.constantFrom(...odd), any) : any
  // Random text is hardly ever an address.
  return name === 'serviceAddress' || name === 'address'
    ? fc
        .tuple(texts, fc.constantFrom('78701', '60614', '73301', '00000'))
        .map(([street, zip]) => `12 ${street.trim()} St, Austin, TX ${zip}`)
    : texts
}

function record({ properties = {}, required = [] }: JsonSchema, known: Known) {
  const fields = Object.entries(properties).map(([name, shape]) => [
    name,
    fromShape(shape, name, known),
  ])
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
  })
}
