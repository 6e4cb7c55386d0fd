import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

const lines = (text: string) => text.replace('\uFEFF', '').split('\r\n')

test('cells with commas, quotes and line breaks are quoted', () => {
  expect(csvText(['name'], [['Lee, "Bo"\nJr']])).toBe('\uFEFFname\r\n"Lee, ""Bo""\nJr"\r\n')
})

test.each(['=1+1', '+1 555 010 0142', '-2+3', '-2', '-5.00', '@SUM(A1)', '\t=1', '  =1', '＝1'])(
  'the text %j cannot run as a formula',
  (text) => {
    expect(lines(csvText(['cell'], [[text]]))[1]).toMatch(/^"?'/)
  },
)

test('numbers and negative amounts stay numbers, null stays empty', () => {
  expect(lines(csvText(['a', 'b', 'c'], [[{ decimal: '-5.00' }, -12, null]]))[1]).toBe('-5.00,-12,')
})

test('an empty table still has its header', () => {
  expect(lines(csvText(['a', 'b'], []))).toEqual(['a,b', ''])
})
