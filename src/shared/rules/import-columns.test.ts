import { expect, test } from 'vitest'
import {
  columnLetter,
  guessColumns,
  importColumns,
  importFieldOf,
  mendColumn,
  templateColumns,
} from './import-columns.ts'

test.each([
  ['First name', 'firstName'],
  ['FIRST_NAME', 'firstName'],
  ['firstName', 'firstName'],
  [' Last  Name ', 'lastName'],
  ['E-Mail', 'email'],
  ['Email Address', 'email'],
  ['Phone #', 'phone'],
  ['Cell', 'phone'],
  ['ZIP Code', 'zip'],
  ['zip', 'zip'],
  ['Street Address', 'street'],
  ['Model Year', 'year'],
  ['Make', 'make'],
  ['Model', 'model'],
  ['License Plate', 'licensePlate'],
  ['Plate', 'licensePlate'],
  ['VIN #', 'vin'],
  ['Odometer', 'mileage'],
  ['Customer', 'fullName'],
  ['Address_1 Street Line 1', 'street'],
  ['Address_1 Street Line 2', 'street2'],
  ['Address_1 City', 'city'],
  ['Address_1 State', 'state'],
  ['Address_1 Postal Code', 'zip'],
  ['Address_1 Zip', 'zip'],
  ['Billing Zip code', 'billingZip'],
  ['BILLING ZIP CODE', 'billingZip'],
  ['Bill to 1', 'billingStreet'],
  ['Ship To 5', 'street'],
  ['Zip/Postal', 'zip'],
  ['Home Address', 'street'],
  ['Address 1 Street', 'street'],
  ['Auto', 'vehicle'],
  ['Yr', 'year'],
  ['Odo', 'mileage'],
  ['Mileage In', 'mileage'],
  ['Total Price', 'amount'],
  ['Archived', 'archived'],
  ['Active Status', 'archived'],
  ['Do Not Service', 'archived'],
  ['Nombre', 'firstName'],
  ['Apellido', 'lastName'],
  ['APELLIDOS', 'lastName'],
  ['Nombre completo', 'fullName'],
  ['Cliente', 'fullName'],
  ['Compañía', 'company'],
  ['Teléfono', 'phone'],
  ['telefono', 'phone'],
  ['Segundo teléfono', 'phone'],
  ['Celular', 'phone'],
  ['Correo electrónico', 'email'],
  ['Dirección', 'street'],
  ['Dirección línea 2', 'street2'],
  ['Línea 2 de la dirección', 'street2'],
  ['Ciudad', 'city'],
  ['Estado', 'state'],
  ['Código postal', 'zip'],
  ['Codigo Postal', 'zip'],
  ['Dirección de facturación, o su calle', 'billingStreet'],
  ['Año', 'year'],
  ['Marca', 'make'],
  ['Modelo', 'model'],
  ['Placas', 'licensePlate'],
  ['Millaje', 'mileage'],
  ['Notas', 'notes'],
  ['Fecha del último servicio', 'serviceDate'],
  ['Servicio', 'service'],
  ['Importe', 'amount'],
  ['Estado del servicio', 'serviceStatus'],
  ['Notas del servicio', 'serviceNotes'],
  ['Favorite color', undefined],
  ['', undefined],
])('a column called %j holds %s', (header, field) => {
  expect(importFieldOf(header)).toBe(field)
})

test('no name means two columns', () => {
  for (const { field, also } of importColumns)
    for (const name of [field, ...also]) expect([name, importFieldOf(name)]).toEqual([name, field])
})

const guess = (headers: string[], cells: Record<string, string[]> = {}) =>
  guessColumns(headers.map((header) => ({ header, cells: cells[header] ?? [] })))

test('every column of the template is known', () => {
  expect(guess(templateColumns.map(({ label }) => label))).toEqual(
    templateColumns.map(({ field }) => field),
  )
})

test('columns are guessed by their names, else by their cells', () => {
  expect(
    guess(['Client', 'Contact info', 'Where'], { 'Contact info': ['a@b.co', 'c@d.co'] }),
  ).toEqual(['fullName', 'email', null])
  expect(
    guess(['Client', 'Reach', 'Id'], { Reach: ['(512) 555-0142'], Id: ['1HGCM82633A004352'] }),
  ).toEqual(['fullName', 'phone', 'vin'])
  expect(guess(['Client', 'Email', 'Extra'], { Extra: ['a@b.co'] })).toEqual([
    'fullName',
    'email',
    null,
  ])
})

test('notes and miles belong to the service in a file with a row per service', () => {
  expect(guess(['Client', 'Notes', 'Mileage'])).toEqual(['fullName', 'notes', 'mileage'])
  expect(guess(['Client', 'Date', 'Amount', 'Notes', 'Mileage'])).toEqual([
    'fullName',
    'serviceDate',
    'amount',
    'serviceNotes',
    'serviceMiles',
  ])
})

const headed = (...headers: string[]) => headers.map((header) => ({ header, cells: ['a@b.co'] }))

test('columns keep their earlier choice, also in rows to mend', () => {
  const before = [
    { header: 'Name', field: 'company' as const },
    { header: 'Date', field: null },
  ]
  expect(guessColumns(headed('Name', 'DATE', mendColumn), [before])).toEqual([
    'company',
    null,
    null,
  ])
  // Other columns: only names that are unknown otherwise are taken from there.
  const history = [
    { header: 'Who', field: 'fullName' as const },
    { header: 'Notes', field: 'serviceNotes' as const },
  ]
  expect(guessColumns(headed('Who', 'Notes', 'Email'), [history])).toEqual([
    'fullName',
    'notes',
    'email',
  ])
})

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  [702, 'AAA'],
])('the column %i is %s', (n, letter) => {
  expect(columnLetter(n)).toBe(letter)
})
