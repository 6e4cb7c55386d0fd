import { expect, it } from 'vitest'
import { describeEngine, describeTrim } from './describe-engine.ts'

it.each([
  [
    { displacementL: 6.6, cylinders: 8, engineLayout: 'V-Shaped', turbo: true, fuel: 'Diesel' },
    '6.6L V8 Turbo Diesel',
  ],
  [{ displacementL: 3, cylinders: 6, engineLayout: 'In-Line', fuel: 'Gasoline' }, '3.0L I6'],
  [{ displacementL: 2.4, cylinders: 4, fuel: 'Gasoline' }, '2.4L 4-cylinder'],
  [{ displacementL: 2.5, cylinders: 4, engineLayout: 'Horizontally opposed (boxer)' }, '2.5L H4'],
  [
    { displacementL: 1.4, cylinders: 4, fuel: 'Electric', electrification: 'PHEV' },
    '1.4L 4-cylinder Plug-in Hybrid',
  ],
  [{ fuel: 'Electric', electrification: 'BEV' }, 'Electric'],
  [{ fuel: 'Gasoline' }, undefined],
] as const)('%j is %s', (engine, text) => expect(describeEngine(engine)).toBe(text))

it.each([
  [{ trim: 'SE', series: 'ASV50L' }, 'SE'],
  [{ series: 'ASV50L/GSV50L/AVV50L' }, undefined],
  [{ series: 'URJ150L' }, undefined],
  [{ series: '2500 HD' }, '2500 HD'],
  [{ series: '1/2 Ton' }, '1/2 Ton'],
  [{ series: '3-Series' }, '3-Series'],
  [{}, undefined],
])('calls %j %s', (decoded, words) => {
  expect(describeTrim(decoded)).toBe(words)
})
