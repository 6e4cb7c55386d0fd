import * as z from 'zod/mini'
import type { FormSchema } from '#client/app/form/schema-fields.ts'
import { taxPercent } from '#shared/contract/tax-rate.ts'
import { describeSettingValue } from '#shared/contract/describe-setting.ts'
import { AdminSettings, countriesPlease, dollars } from '#shared/contract/settings.ts'
import { countryCode } from '#shared/rules/countries.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import type { Uses } from '#shared/rules/uses.ts'
import type { WeeklyHours } from '#shared/rules/weekly-hours.ts'
import { text } from '#shared/texts/t.ts'
import type { SettingField } from '#shared/rules/settings.ts'
import type { CallAnswer } from '#client/app/call.ts'

export type SettingValues = CallAnswer<'GET /api/admin/settings'>

/** A field's value while edited; typed values are text. */
export type FieldValue = string | number | boolean | readonly number[] | WeeklyHours | Uses

const daysPlease = text('Please enter whole numbers with commas between them, or nothing.')

/** The form's schema, with the call's error texts. */
export function schemaOf(fields: readonly SettingField[]) {
  const shape = Object.fromEntries(
    fields.map((field) => {
      switch (field.kind) {
        case 'percent':
          return [field.name, taxPercent]
        case 'money':
          return [field.name, dollars()]
        case 'lines':
          return [field.name, z.string().check(z.maxLength(700))]
        case 'days':
          return [
            field.name,
            z.string().check(z.regex(/^\s*(\d{1,4}\s*(,\s*\d{1,4}\s*)*)?$/, daysPlease)),
          ]
        case 'countries':
          return [field.name, z.string().check(z.refine(areCountries, countriesPlease))]
        default:
          return [field.name, AdminSettings.shape[field.name]]
      }
    }),
  )
  return z.strictObject(shape) as unknown as FormSchema & {
    _zod: { input: Record<string, FieldValue>; output: Record<string, FieldValue> }
  }
}

export const toForm = (fields: readonly SettingField[], settings: SettingValues) =>
  Object.fromEntries(
    fields.map(({ kind, name }): [string, FieldValue] => {
      const value = settings[name]
      if (kind === 'percent') return [name, (value as number) / 100]
      if (kind === 'money') return [name, decimalFromCents(value as number)]
      if (kind === 'lines') return [name, (value as string[]).join('\n')]
      if (kind === 'days') return [name, (value as number[]).join(', ')]
      if (kind === 'countries') return [name, describeSettingValue(name, value)]
      return [name, value as FieldValue]
    }),
  )

/** Field values as settings; only changed ones. */
export function changedSettings(
  fields: readonly SettingField[],
  before: SettingValues,
  form: Readonly<Record<string, FieldValue | undefined>>,
): Partial<SettingValues> {
  const changed = fields.flatMap(({ kind, name }) => {
    const typed = form[name]
    if (typed === undefined) return []
    const value =
      kind === 'percent'
        ? Math.round((typed as number) * 100)
        : kind === 'money'
          ? centsFromDecimal(typed as string)
          : kind === 'lines'
            ? linesOf(typed as string)
            : kind === 'days'
              ? partsOf(typed as string).map(Number)
              : kind === 'countries'
                ? [...new Set(partsOf(typed as string).map(countryCode))]
                : typed
    return JSON.stringify(value) === JSON.stringify(before[name]) ? [] : [[name, value]]
  })
  return Object.fromEntries(changed) as Partial<SettingValues>
}

const partsOf = (typed: string) => typed.split(',').filter((part) => part.trim())

function areCountries(typed: string): boolean {
  const parts = partsOf(typed)
  return parts.length > 0 && parts.every(countryCode)
}

const linesOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
