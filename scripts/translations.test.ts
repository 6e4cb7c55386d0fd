import { describe, expect, test } from 'vitest'
import type { TextRoom } from '../src/shared/texts/languages.ts'
import { importsOf, roomsOf } from './text-rooms.ts'
import { parseTexts } from './collect-texts.ts'
import { arrange, problemsOf, type Rooms, writeRoom } from './translations.ts'

const none = { texts: {}, plurals: {} }
const rooms = (given: Partial<Rooms>): Rooms => ({
  shared: none,
  technician: none,
  admin: none,
  server: none,
  ...given,
})
const wanted = (texts: Record<string, TextRoom>, plurals: Record<string, TextRoom> = {}) => ({
  texts: new Map(Object.entries(texts)),
  plurals: new Map(Object.entries(plurals)),
})

const problems = (texts: Record<string, string>, of = wanted({ 'Book {car}': 'shared' })) =>
  problemsOf(rooms({ shared: { texts, plurals: {} } }), of)

describe('a translation', () => {
  test('is complete with every text in its room', () =>
    expect(problems({ 'Book {car}': 'Reservar {car}' })).toEqual([]))

  test.each([
    ['is missing', {}, 'shared.json: is missing: "Book {car}"'],
    ['has a blank text', { 'Book {car}': '' }, 'shared.json: is not translated: "Book {car}"'],
    [
      'has one left over',
      { 'Book {car}': 'R {car}', Gone: 'Ido' },
      'shared.json: is left over: "Gone"',
    ],
    [
      'lost a name',
      { 'Book {car}': 'Reservar {carro}' },
      'shared.json: has other {names}, "Reservar {carro}": "Book {car}"',
    ],
    [
      'is still English',
      { 'Book {car}': 'Book {car}' },
      'shared.json: is still English: "Book {car}"',
    ],
    [
      'has two spaces',
      { 'Book {car}': 'Reservar  {car}' },
      'shared.json: has two spaces in a row: "Book {car}"',
    ],
    [
      'says tú',
      { 'Book {car}': '¿Quieres reservar {car}?' },
      'shared.json: says tú, not usted: "Book {car}"',
    ],
    [
      'has another word for a car',
      { 'Book {car}': 'Reservar el vehículo {car}' },
      'shared.json: says vehículo or coche, not carro: "Book {car}"',
    ],
    [
      'has rooms instead of quarts',
      { 'Book {car}': 'Cuartos de {car}' },
      'shared.json: says cuartos without "de galón": "Book {car}"',
    ],
  ])('%s', (_, texts: Record<string, string>, problem) =>
    expect(problems(texts)).toEqual([problem]),
  )

  test('may equal the English for known texts, and must not contain a context', () => {
    const of = wanted({ Total: 'shared', 'state|Open': 'shared' })
    expect(problems({ Total: 'Total', 'state|Open': 'Open' }, of)).toEqual([
      'shared.json: is still English: "state|Open"',
    ])
  })

  test('may omit the count from a form, but no other name', () => {
    const plurals = {
      '{count} cars of {name}': { one: 'un carro de {name}', other: '{count} carros' },
    }
    const given = rooms({ admin: { texts: {}, plurals } })
    expect(problemsOf(given, wanted({}, { '{count} cars of {name}': 'admin' }))).toEqual([
      'admin.json: has other {names}, "{count} carros": "{count} cars of {name}"',
    ])
  })
})

test('texts move to their rooms, sorted, and new ones are blank', () => {
  const had = rooms({ admin: { texts: { B: 'b', Gone: 'x' }, plurals: {} } })
  const of = wanted({ C: 'shared', B: 'shared', A: 'admin' }, { '{count} x': 'server' })
  expect(arrange(had, of)).toEqual({
    shared: { texts: { B: 'b', C: '' }, plurals: {} },
    technician: none,
    admin: { texts: { A: '' }, plurals: {} },
    server: { texts: {}, plurals: { '{count} x': { one: '', other: '' } } },
  })
})

test('a room is written one text per line', () => {
  const room = { texts: { 'a "b"': 'x', c: 'y' }, plurals: { d: { one: '1', other: '2' } } }
  const written = writeRoom(room)
  expect(JSON.parse(written)).toEqual(room)
  expect(written.split('\n')).toContain('    "d": { "one": "1", "other": "2" }')
  expect(written.split('\n')).toHaveLength(10)
})

describe('the room of a file', () => {
  const imports = new Map([
    ['src/client/main.tsx', ['src/client/screens/admin/home.tsx', 'src/client/shell.tsx']],
    ['src/client/shell.tsx', ['src/shared/everybody.ts']],
    [
      'src/client/screens/admin/home.tsx',
      ['src/shared/everybody.ts', 'src/shared/staff.ts', 'src/shared/office.ts'],
    ],
    ['src/client/screens/technician/home.tsx', ['src/shared/staff.ts']],
    ['src/server/mail.ts', ['src/shared/everybody.ts']],
  ])
  const roomOf = roomsOf(imports)

  test.each([
    ['src/shared/everybody.ts', 'shared'],
    ['src/shared/staff.ts', 'technician'],
    ['src/shared/office.ts', 'admin'],
    ['src/server/mail.ts', 'server'],
  ])('%s is for %s', (path, room) => expect(roomOf(path)).toBe(room))

  test('counts dynamic imports, but not type imports', () => {
    const source = `
      import type { A } from './a.ts'
      import { type B } from './b.ts'
      import { c, type D } from '#shared/c.ts'
      export { e } from '../e.ts'
      const f = () => import('./f.tsx')`
    const { program } = parseTexts('src/client/x.tsx', source)
    expect(importsOf('src/client/x.tsx', program)).toEqual([
      'src/shared/c.ts',
      'src/e.ts',
      'src/client/f.tsx',
    ])
  })
})
