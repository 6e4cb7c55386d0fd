import type { FieldValues } from 'react-hook-form'
import { safeParse, type ZodMiniType } from 'zod/mini'

export type FormSchema = {
  _zod: { input: FieldValues; output: object }
  shape: Readonly<Record<string, unknown>>
}

/** A field's requirements by the schema. */
type FieldFacts = {
  optional: boolean
  nullable: boolean
  isText: boolean
  maxLength: number | undefined
  takesBlank: boolean
}

type Inside = {
  type: string
  innerType?: Part
  /** A pipe's input side: the typed value. */
  in?: Part
  checks?: readonly { _zod: { def: { maximum?: number; length?: number } } }[]
}
type Part = { def: Inside } & Partial<FormSchema>

/** `name` may be nested: `vehicle.make`. */
export function fieldFacts(schema: FormSchema, name: string): FieldFacts {
  const [key = '', ...rest] = name.split('.')
  const type = schema.shape[key] as Part & ZodMiniType
  const wrappings: string[] = []
  let core: Part = type
  while (core.def.innerType) {
    wrappings.push(core.def.type)
    core = core.def.innerType
  }
  // Null in it is for other programs; forms omit the field.
  if (core.def.in) core = core.def.in.def.innerType ?? core.def.in
  if (rest.length > 0) return fieldFacts(core as FormSchema, rest.join('.'))
  const isText = core.def.type === 'string'
  const lengths = core.def.checks?.map(({ _zod: { def } }) => def.maximum ?? def.length)
  return {
    optional: wrappings.includes('optional') || wrappings.includes('prefault'),
    nullable: wrappings.includes('nullable'),
    isText,
    maxLength: isText ? lengths?.find((length) => typeof length === 'number') : undefined,
    takesBlank: safeParse(type, '').success,
  }
}

/** The value of an empty field. A text that had a value is sent blank, to clear it. */
export function blankOf(facts: FieldFacts, before: unknown): '' | null | undefined {
  const needed = !facts.optional && !facts.nullable
  if (needed && (facts.isText || typeof before === 'string')) return ''
  if (typeof before === 'string' && facts.takesBlank) return ''
  return facts.nullable ? null : undefined
}

/** Fills every field, so that typing and deleting is not a change. */
export function withBlanks<Values extends object>(schema: FormSchema, values: Values): Values {
  const blanks = Object.keys(schema.shape).map((name) => [
    name,
    blankOf(fieldFacts(schema, name), undefined) ?? undefined,
  ])
  return { ...Object.fromEntries(blanks), ...values } as Values
}

/** `45,200` is 45200; `1e5` or `0x10` is NaN, which the schema rejects. */
export function parseNumber(typed: string): number {
  const plain = typed.replace(/[\s,]/g, '')
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : NaN
}
