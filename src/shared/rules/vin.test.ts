import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkDigit,
  checkVin,
  isWellFormed,
  normalizeVin,
  replaceLookalikes,
  scannedVin,
  typedVin,
} from './vin.ts'

describe('checkVin', () => {
  it('accepts a VIN however it was typed', () => {
    expect(checkVin(' 1hgcm-82633 a004352 ')).toEqual({ ok: true, vin: '1HGCM82633A004352' })
  })
  it('warns about a wrong check digit and does not block', () => {
    const check = checkVin('1HGCM82643A004352')
    expect(check.ok).toBe(true)
    expect(check.ok && check.warning).toMatch(/mistyped/)
  })
  it('suggests digits for the letters that look like them', () => {
    const check = checkVin('IHGCM82633AOO4352')
    expect(check).toMatchObject({
      ok: false,
      problem: 'bad_characters',
      suggestion: '1HGCM82633A004352',
    })
    expect(!check.ok && check.message).toContain('1HGCM82633A004352')
    expect(replaceLookalikes('QOI')).toBe('001')
  })
  it('names characters that have no replacement', () => {
    const check = checkVin('1HGCM82633A0043!2')
    expect(check).toMatchObject({ ok: false, problem: 'bad_characters' })
    expect(!check.ok && check.message).toMatch(/check: !$/)
  })
  it('counts missing or extra characters', () => {
    expect(checkVin('1HGCM82633A00435')).toMatchObject({
      problem: 'too_short',
      message: 'A VIN has 17 characters; this is 1 character too short.',
    })
    expect(checkVin('1HGCM82633A0043521A')).toMatchObject({
      problem: 'too_long',
      message: 'A VIN has 17 characters; this is 2 characters too long.',
    })
  })
  it.each(['0'.repeat(17), '1'.repeat(17), 'X'.repeat(17)])('refuses %s', (code) => {
    expect(checkVin(code)).toMatchObject({ ok: false, problem: 'placeholder' })
  })
  it('asks for a VIN if there is none', () => {
    expect(checkVin('  ')).toMatchObject({
      problem: 'empty',
      message: 'Please enter a valid 17-character VIN number.',
    })
  })
})

const vinText = fc
  .array(fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'), { minLength: 17, maxLength: 17 })
  .map((characters) => characters.join(''))

describe('what scanners and labels add', () => {
  it.each([
    '*1HGCM82633A004352*',
    'I1HGCM82633A004352',
    ']C01HGCM82633A004352',
    'VIN: 1HGCM82633A004352',
    'vin#1hgcm82633a004352',
    'VIN NO. 1HGCM82633A004352',
    '1HGCM\u200B826\u201133A0\uFE0F04352',
    '１ＨＧＣＭ８２６３３Ａ００４３５２',
    '"1HGCM82633A004352"',
    '[1HGCM82633A004352]',
    "'1HGCM82633A004352",
    '=1HGCM82633A004352',
    '%1HGCM82633A004352?',
    '1HGCM82633A004352,',
    'Chassis 1HGCM82633A004352',
    'NIV: 1HGCM82633A004352',
    '[)>\u001E06\u001DI1HGCM82633A004352\u001E\u0004',
    '[)>061HGCM82633A004352',
  ])('%s', (code) => {
    expect(checkVin(code)).toEqual({ ok: true, vin: '1HGCM82633A004352' })
    expect(typedVin(code)).toBe('1HGCM82633A004352')
  })
  it('is dropped by a field also when it arrives letter by letter', () => {
    let value = ''
    for (const letter of '*I1HGCM82633A004352*') value = typedVin(value + letter)
    expect(value).toBe('1HGCM82633A004352')
  })
})

describe('a cut number', () => {
  it.each([
    'I1HGCM82633A00435',
    'I1HGCM8263',
    '1HGCM82633A00435',
    'HGCM82633A004352',
    'VIN 1HGCM82633A00435',
    'VIN: I1HGCM8263',
    'NIV #1HGCM82633A00435',
    'Chassis no. 1HGCM82633A0',
  ])('%s suggests no car', (code) => {
    const check = checkVin(code)
    expect(check).toMatchObject({ ok: false, problem: 'too_short' })
    expect(check).not.toHaveProperty('suggestion')
  })
  it('counts the missing characters, without the word before it', () => {
    expect(checkVin('VIN 1HGCM82633A00435')).toMatchObject({
      vin: '1HGCM82633A00435',
      message: 'A VIN has 17 characters; this is 1 character too short.',
    })
    expect(checkVin('VIN')).toMatchObject({ problem: 'empty' })
  })
  it('that is too long is not cut to another one', () => {
    expect(checkVin(typedVin('1HGCM82633A0043521A'))).toMatchObject({ problem: 'too_long' })
  })
})

describe('VIN properties', () => {
  it('never throws, and normalizing twice changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 40 }), vinText), (text) => {
        const once = normalizeVin(text)
        expect(normalizeVin(once)).toBe(once)
        expect(checkVin(once)).toEqual(checkVin(text))
      }),
    )
  })
  it('accepts exactly the well-formed ones', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ minLength: 17, maxLength: 17 }), vinText), (text) => {
        expect(checkVin(text).ok).toBe(isWellFormed(normalizeVin(text)))
      }),
    )
  })
  it('accepts its own check digit and no other', () => {
    fc.assert(
      fc.property(vinText, (vin) => {
        const digit = checkDigit(vin) ?? ''
        const right = checkVin(vin.slice(0, 8) + digit + vin.slice(9))
        expect(right).not.toHaveProperty('warning')
        const wrong = checkVin(vin.slice(0, 8) + (digit === '1' ? '2' : '1') + vin.slice(9))
        expect(wrong).toHaveProperty('warning')
      }),
    )
  })
})

describe('codes on stickers', () => {
  it.each([
    ['1HGCM82633A004352', '1HGCM82633A004352'],
    ['I1HGCM82633A004352', '1HGCM82633A004352'],
    ['*1hgcm82633a004352*', '1HGCM82633A004352'],
    ['https://example.com/cars?vin=1HGCM82633A004352&from=door', '1HGCM82633A004352'],
    ['X1HGCM82633A004352', undefined],
    ['1HGCM82633A00435', undefined],
    ['1HGCM82633AO04352', undefined],
    ['4006381333931', undefined],
    ['', undefined],
  ])('%j reports %j', (code, vin) => {
    expect(scannedVin(code)).toBe(vin)
  })
})

it.each([
  [']C11HGCM82633A004352', '1HGCM82633A004352'],
  [']Q1WVWZZZ1JZXW000001', 'WVWZZZ1JZXW000001'],
  ['1HG-CM82-633A-004352', '1HGCM82633A004352'],
  ['1234-5678-9012-34567', undefined],
])('the VIN in the scanned code %s is %s', (code, vin) => {
  expect(scannedVin(code)).toBe(vin)
})
