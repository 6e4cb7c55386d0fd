import { afterEach, describe, expect, expectTypeOf, test } from 'vitest'
import {
  currentLanguage,
  onLanguageChange,
  phrase,
  plural,
  setLanguage,
  t,
  text,
  translate,
  type Translation,
  wording,
} from './t.ts'

afterEach(() => setLanguage('en'))

// A tiny test language: enough texts to prove the switch, with plural forms English lacks.
const pseudo = {
  texts: { 'Book {vehicle}': '[{vehicle} ƀôôķ]', Close: '[çļôšé]' },
  plurals: { '{count} cars': { one: '{count} auto', few: '{count} auta', other: '{count} aut' } },
} as unknown as Translation

describe('English', () => {
  test("fills in a text's placeholders", () => {
    expect(t('Book {vehicle}', { vehicle: '2018 Camry' })).toBe('Book 2018 Camry')
    expect(t('{a} and {a}, then {b}', { a: 1, b: 'two' })).toBe('1 and 1, then two')
    expect(t('Close')).toBe('Close')
  })

  test('does not fill in placeholders inside a value', () => {
    expect(t('Hello {name}', { name: '{constructor} $& {name}' })).toBe(
      'Hello {constructor} $& {name}',
    )
  })

  test('a value that ends with a period ends its sentence', () => {
    expect(t('Done at {time}.', { time: '9:30 a. m.' })).toBe('Done at 9:30 a. m.')
    expect(t('Done at {time}.', { time: '9:30 AM' })).toBe('Done at 9:30 AM.')
  })

  test.each([
    [0, '0 cars'],
    [1, '1 car'],
    [2, '2 cars'],
    [1234, '1,234 cars'],
  ])('plural of %i', (count, said) => {
    expect(plural(count, { one: '{count} car', other: '{count} cars' })).toBe(said)
  })

  test('a plural has other placeholders besides the count', () => {
    const said = plural(
      2,
      { one: '{count} car of {name}', other: '{count} cars of {name}' },
      { name: 'Ann' },
    )
    expect(said).toBe('2 cars of Ann')
  })
})

describe('a text with a context', () => {
  const [state, action] = [t('state|Open'), translate('action|Open')]

  test('is shown without it', () => {
    expect([state, action]).toEqual(['Open', 'Open'])
    expect(plural(1, { one: 'state|{count} open', other: 'state|{count} are open' })).toBe('1 open')
    expect(plural(2, { one: 'state|{count} open', other: 'state|{count} are open' })).toBe(
      '2 are open',
    )
    expect(wording(phrase('state|{name} is open', { name: phrase('action|Open') }))).toBe(
      'Open is open',
    )
  })

  test('does not change other bars', () => {
    const name = 'state|Open'
    expect(t('{name} | {name}', { name })).toBe('state|Open | state|Open')
    expect(t('action|{name}', { name })).toBe(name)
    expect(translate('somebody|else said so')).toBe('somebody|else said so')
  })

  test('has its own translation', async () => {
    const texts = { 'state|Open': 'abierto', 'action|Open': 'abrir' }
    await setLanguage('es', async () => ({ texts, plurals: {} }))
    expect([t('state|Open'), t('action|Open'), t('date|Open')]).toEqual([
      'abierto',
      'abrir',
      'Open',
    ])
  })
})

test('a message that is a JavaScript property name is only a message', () => {
  expect(translate('constructor')).toBe('constructor')
})

test('placeholders are part of the type', () => {
  expectTypeOf(t<'Book {vehicle}'>)
    .parameter(1)
    .toEqualTypeOf<{ vehicle: string | number }>()
  const label: string = 'Close'
  // @ts-expect-error a plain string cannot be in a catalog
  t(label)
  // @ts-expect-error a name is missing
  t('Book {vehicle}')
  // @ts-expect-error a name is misspelt
  t('Book {vehicle}', { vehikle: 'x' })
  expectTypeOf(text('Scheduled')).toEqualTypeOf<'Scheduled'>()
})

describe('another language', () => {
  test('is used once its catalog has loaded', async () => {
    let told = 0
    const stop = onLanguageChange(() => told++)
    await setLanguage('cs', async () => pseudo)
    stop()
    expect(told).toBe(1)
    expect(currentLanguage()).toBe('cs')
    expect(t('Book {vehicle}', { vehicle: 'Camry' })).toBe('[Camry ƀôôķ]')
    expect(translate('Close')).toBe('[çļôšé]')
    expect(translate('Unknown to the catalog')).toBe('Unknown to the catalog')
  })

  test.each([
    [1, '1 auto'],
    [3, '3 auta'],
    [5, '5 aut'],
  ])('has its own plural forms: %i', async (count, said) => {
    await setLanguage('cs', async () => pseudo)
    expect(plural(count, { one: '{count} car', other: '{count} cars' })).toBe(said)
  })

  test('the later of two switches wins, however long the first one loads', async () => {
    const { promise, resolve } = Promise.withResolvers<Translation>()
    const slow = setLanguage('cs', () => promise)
    await setLanguage('en')
    resolve(pseudo)
    await slow
    expect(currentLanguage()).toBe('en')
    expect(t('Close')).toBe('Close')
  })
})
