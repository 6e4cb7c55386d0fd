import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { defaultSettings, settingsByName } from '#shared/rules/settings.ts'
import { changedSettings, schemaOf, toForm } from './form-values.ts'

const fields = settingsByName.flatMap(([name, setting]) =>
  name === 'reachedCountries' ? [{ name, ...setting }] : [],
)
const before = { ...defaultSettings, version: 1 }

test('countries are edited by name', () => {
  expect(toForm(fields, before)).toEqual({ reachedCountries: 'United States' })
  const form = { reachedCountries: 'united states, MX, Mexico,' }
  expect(changedSettings(fields, before, form)).toEqual({ reachedCountries: ['US', 'MX'] })
  expect(changedSettings(fields, before, { reachedCountries: 'US' })).toEqual({})
})

test.each(['', ' , ', 'Atlantis', 'United States and Mexico'])(
  '"%s" is no list of countries',
  (typed) => {
    const schema = schemaOf(fields) as unknown as z.ZodMiniType
    expect(z.safeParse(schema, { reachedCountries: typed }).success).toBe(false)
  },
)
