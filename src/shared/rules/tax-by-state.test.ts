import { expect, test } from 'vitest'
import { showsSubtotals } from './receipt-rules.ts'
import { taxModes } from './sales-tax.ts'
import { startingTaxModes, stateOfMostSpots } from './tax-by-state.ts'
import { addressStates } from './us-states.ts'

const rows = Object.entries(startingTaxModes)

test.each(rows)(
  'the starting value of %s has a known state, a fact, a source and a year',
  (...row) => {
    const [state, { fact, source, date }] = row
    expect(addressStates).toContain(state)
    expect(fact).toMatch(/^\S.+\.$/)
    expect(source.trim()).not.toBe('')
    expect(date).toMatch(/^20\d\d$/)
  },
)

test('where stating parts apart makes them taxed, receipts do not state them apart', () => {
  const lumpSum = startingTaxModes.TX?.fact
  const states = rows.filter(([, { fact }]) => fact === lumpSum).map(([state]) => state)
  expect(states).toEqual(['MD', 'OK', 'TX'])
  for (const mode of taxModes) expect(showsSubtotals('TX', mode)).toBe(false)
  for (const state of states) expect(showsSubtotals(state, 'none')).toBe(false)
  // A rule asks for them.
  expect(showsSubtotals('CA', 'none')).toBe(true)
})

test('states without a sales tax start with none', () => {
  for (const state of ['AK', 'DE', 'MT', 'NH', 'OR'])
    expect(startingTaxModes[state]?.mode).toBe('none')
})

test('the business is in the state most active core spots are in', () => {
  const spot = (address: string, isActive = true) => ({ address, isActive })
  const texas = spot('Austin, TX 78701')
  const nevada = spot('Reno, NV 89501')
  expect(stateOfMostSpots([])).toBeNull()
  expect(stateOfMostSpots([spot('78701')])).toBeNull()
  expect(stateOfMostSpots([nevada, texas, texas])).toBe('TX')
  expect(stateOfMostSpots([nevada, spot('Austin, TX 78701', false)])).toBe('NV')
})
