import { expect, it, onTestFinished } from 'vitest'
import { setLanguage } from '#shared/texts/t.ts'
import { extraInEnglish } from '#shared/rules/extras.ts'
import { presetFor } from './extra-form.tsx'

const empty = { description: '', unitPrice: '' }

it('fills price and description from the preset', () => {
  expect(presetFor('oil_quart_full_synthetic', empty)).toEqual({
    unitPrice: '10.99',
    description: 'Additional quart of full synthetic oil',
  })
})

it('removes preset values when the next type has none, but never typed text', () => {
  const serviceType = 'oil_quart_conventional'
  const preset = { serviceType, ...presetFor(serviceType, empty) } as const
  expect(presetFor('air_filter', preset)).toEqual(empty)
  const typed = { ...preset, description: 'Spilled half of it' }
  expect(presetFor('other', typed).description).toBe('Spilled half of it')
})

it("fills the description in the technician's language, and stores it in English", async () => {
  const texts = { 'Additional quart of conventional oil': 'Cuarto de galón adicional' }
  onTestFinished(() => setLanguage('en'))
  await setLanguage('es', async () => ({ texts, plurals: {} }))
  const { description } = presetFor('oil_quart_conventional', empty)
  expect(description).toBe('Cuarto de galón adicional')
  expect(extraInEnglish(description)).toBe('Additional quart of conventional oil')
  expect(extraInEnglish('Derramé la mitad')).toBe('Derramé la mitad')
})
