import { expect, it } from 'vitest'
import { chooseExtraType, completeExtra, emptyExtra } from './extra-draft.ts'

it('fills price and description from the preset and keeps both editable', () => {
  const chosen = chooseExtraType(emptyExtra, 'oil_quart_full_synthetic')
  expect(chosen).toMatchObject({
    unitPrice: '10.99',
    description: 'Additional quart of full synthetic oil',
  })
  expect(completeExtra({ ...chosen, unitPrice: '9.5', quantity: 2 })).toEqual({
    form: {
      serviceType: 'oil_quart_full_synthetic',
      description: 'Additional quart of full synthetic oil',
      unitPrice: '9.50',
      quantity: 2,
    },
    totalCents: 1900,
  })
})

it('takes a preset back when the next type has none, but never what was typed', () => {
  const preset = chooseExtraType(emptyExtra, 'oil_quart_conventional')
  expect(chooseExtraType(preset, 'air_filter')).toMatchObject({ description: '', unitPrice: '' })
  const typed = { ...preset, description: 'Spilled half of it' }
  expect(chooseExtraType(typed, 'other').description).toBe('Spilled half of it')
})

it('is complete only with type, price and description', () => {
  const full = {
    ...emptyExtra,
    serviceType: 'other',
    description: 'Funnel',
    unitPrice: '4',
  } as const
  expect(completeExtra(full)?.form.unitPrice).toBe('4.00')
  expect(completeExtra({ ...full, serviceType: '' })).toBeUndefined()
  expect(completeExtra({ ...full, description: '  ' })).toBeUndefined()
  for (const unitPrice of ['', '-1', '1.999', '1e3', 'abc'])
    expect(completeExtra({ ...full, unitPrice })).toBeUndefined()
})
