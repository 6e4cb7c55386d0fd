import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { imports } from '#server/database/tables/imports.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { maxImportBytes } from '#shared/rules/imports.ts'
import { send } from './test-imports.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

const looked = async (text: string | Buffer) => {
  const { body } = await send(await app.as('admin'), text, { dryRun: '' })
  return body.preview ?? body
}

type Problem = { row: number; column: string; message: string }
const problemsIn = async (text: string) =>
  (await looked(text)).problems.map(({ row, column, message }: Problem) => [row, column, message])

test('each skipped row reports where and what to do', async () => {
  await makeUser({ role: 'customer', firstName: 'Olivia', lastName: 'Bennett', email: 'o@b.co' })
  const rows = [
    'Name,Email,Phone,ZIP,Year,Make,Model,Plate,VIN,Miles',
    ',a@b.co,,,,,,,,',
    'Ann Lee,,,,,,,,,',
    'Ann Lee,a@b.co,55512,,,,,,,',
    'Ann Lee,a@b.co,5.12555E+09,,,,,,,',
    'Ann Lee,a@b.co,,,18,Kia,Soul,A 1,,',
    'Ann Lee,a@b.co,,,2018,,Soul,A 1,,',
    'Ann Lee,a@b.co,,,2018,Kia,Soul,A 1,KNDJN2A26,',
    'Ann Lee,a@b.co,,,2018,Kia,Soul,A 1,1HGCM82633A004352,',
    'Max Roe,o@b.co,,,,,,,,',
    'Ann Lee,a@b.co,,,2018,Kia,Soul,A 1,,9999999',
    'Ann Lee,a@b.co,,"1 Main St, Austin",2018,Kia,Soul,A 1,,,Austin',
    'Jos\uFFFD Lee,a@b.co,,,,,,,,',
  ].join('\n')
  expect(await problemsIn(rows)).toEqual([
    [2, 'Name', expect.stringMatching(/name/)],
    [2, 'Name', expect.stringMatching(/name/)],
    [3, '', 'Please enter an e-mail or a phone number'],
    [4, 'Phone', expect.stringMatching(/phone number/)],
    [5, 'Phone', expect.stringMatching(/phone number/)],
    [6, 'Year', 'Please enter vehicle year'],
    [7, 'Make', 'Please enter vehicle make'],
    [8, 'VIN', 'Please enter a valid 17-character VIN number.'],
    [9, 'VIN', expect.stringMatching(/^This VIN belongs to a 2003 Honda Accord/)],
    [10, 'Email', 'This e-mail belongs to Olivia Bennett. Please correct the name or the e-mail.'],
    [11, 'Miles', 'Please check the miles'],
    [12, '', expect.stringMatching(/^There are more cells than columns/)],
    [13, 'Name', expect.stringMatching(/^The file was saved in another encoding/)],
  ])
})

test('unknown columns are reported, and empty ones ignored', async () => {
  const rows = [
    'Name,Email,,Cell,',
    'Ann Lee,a@b.co,,,',
    'Max Roe,m@b.co,Gate 4,,',
    'Bo Fox,b@b.co,X,,',
  ]
  const { columns, counts } = await looked(rows.join('\n'))
  expect(columns).toEqual([
    { header: 'Name', field: 'Name', left: null },
    { header: 'Email', field: 'Email', left: null },
    { header: '', field: null, left: { letter: 'C', cells: 2, row: 3 } },
    { header: 'Cell', field: 'Phone', left: null },
  ])
  expect(counts).toMatchObject({ newCustomers: 3, badRows: 0 })
})

test('an e-mail shared by many belongs to the first only', async () => {
  const rows =
    'Name,Email,Phone\nAnn Lee,info@shop.com,\nMax Roe,info@shop.com,\nAnn Lee-Roe,info@shop.com,'
  expect(await problemsIn(rows)).toEqual([
    [3, 'Email', 'This e-mail belongs to Ann Lee. Please correct the name or the e-mail.'],
  ])
})

test('phone numbers may be written in any way', async () => {
  const admin = await app.as('admin')
  const written = [
    '(512) 555-0101',
    '512.555.0102',
    '1-512-555-0103',
    '+1 512 555 0104',
    '5125550105',
    "'+15125550106",
  ]
  const rows = ['Name,Phone', ...written.map((phone, n) => `Ann Lee${n},${phone}`)].join('\n')
  expect((await send(admin, rows)).body.import.problems).toEqual([])
  const all = await db().select().from(users).where(eq(users.role, 'customer'))
  expect(all.map(({ phone }) => phone).toSorted()).toEqual(
    written.map((_, n) => `+1512555010${n + 1}`),
  )
})

test('cars without a plate are imported, once', async () => {
  const admin = await app.as('admin')
  const rows =
    'Name,Email,Year,Make,Model\nAnn Lee,a@b.co,2018,Kia,Soul\nAnn Lee,a@b.co,2012,Ford,Focus'
  expect((await send(admin, rows)).body.import.counts).toMatchObject({ newVehicles: 2, badRows: 0 })
  expect((await send(admin, rows)).body.import.counts).toMatchObject({ newVehicles: 0 })
  const cars = await db().select().from(vehicles).orderBy(vehicles.createdAt)
  expect(cars.map(({ make, licensePlate }) => [make, licensePlate])).toEqual([
    ['Kia', ''],
    ['Ford', ''],
  ])
})

const wide = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

test.each([
  ['Windows-1252', Buffer.from('Name,Email\nJos\u00e9 N\u00fa\u00f1ez,j@b.co', 'latin1')],
  ['UTF-16, as a spreadsheet saves it', wide('Name\tEmail\r\nJosé Núñez\tj@b.co\r\n')],
  ['semicolons, as in Europe', '\uFEFFName;Email\r\nJosé Núñez;j@b.co\r\n'],
])('%s is read', async (_, file) => {
  expect(await looked(file)).toMatchObject({ problems: [], sample: [{ name: 'José Núñez' }] })
})

test.each([
  ['an empty file', '', 'The file is empty.'],
  ['no rows', 'Name,Email\n', 'The file has column names but no rows.'],
  ['no header', 'Ann Lee,a@b.co', /The first row names the columns/],
  ['no column that we know', 'Foo,Bar\n1,2', /No columns for first and last name/],
  ['a zip', Buffer.from('PK\u0003\u0004'), /Unpack it/],
  ['a quotation mark that stays open', 'Name,Email\n"Ann,a@b.co', /row 2 or after it/],
  ['a row that is too long', `Name,Email\n"${'A'.repeat(200_001)}"`, /^Row 2 is too long/],
  [
    'too many rows',
    `Name,Email\n${'A B,a@b.co\n'.repeat(10_001)}`,
    /more than 10000 rows\. Please split it/,
  ],
])('%s is refused with an explanation', async (_, file, message) => {
  const admin = await app.as('admin')
  for (const query of [{ dryRun: '' }, {}] as Record<string, string>[])
    expect(await send(admin, file, query)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
  expect(await db().$count(imports)).toBe(0)
})

test('a file too large or of another type is refused', async () => {
  const admin = await app.as('admin')
  for (const bytes of [maxImportBytes + 1, 50 * 1024 * 1024])
    expect(await send(admin, Buffer.alloc(bytes, 'a'))).toMatchObject({
      status: 413,
      body: { message: 'This file is larger than 5 MB.' },
    })
  const picture = admin.call('POST /api/admin/import', {
    bytes: Buffer.from('x'),
    headers: { 'content-type': 'image/png' },
  })
  expect((await picture).status).toBe(415)
})

test('the template can be filled in and imported', async () => {
  const admin = await app.as('admin')
  const { text } = await admin.call('GET /api/admin/import/template')
  const row = 'Ann,Lee,ann@example.com,512-555-0199,,,,,,,,,,,\r\n'
  expect((await send(admin, text + row)).body.import.counts.newCustomers).toBe(1)
})

test("a row with someone's e-mail names its current owner, and no deleted person", async () => {
  const olivia = await makeUser({ firstName: 'Olivia', lastName: 'Bennett', email: 'o@b.co' })
  const admin = await app.as('admin')
  await send(admin, ['Name,Email', 'Max Roe,o@b.co', 'Ann Lee,a@b.co', 'Eve Poe,a@b.co'].join('\n'))
  const shown = async () => {
    const [last] = (await admin.call('GET /api/admin/imports')).body
    return last.problems.map(({ message }: Problem) => message)
  }
  const please = 'Please correct the name or the e-mail.'
  expect(await shown()).toEqual([
    `This e-mail belongs to Olivia Bennett. ${please}`,
    `This e-mail belongs to Ann Lee. ${please}`,
  ])
  await admin.call('PATCH /api/admin/customers/{id}', {
    params: { id: olivia.id },
    body: { firstName: 'Liv' },
  })
  expect((await shown())[0]).toBe(`This e-mail belongs to Liv Bennett. ${please}`)
  await admin.call('DELETE /api/admin/customers/{id}', { params: { id: olivia.id } })
  expect((await shown())[0]).toBe(`This e-mail belongs to someone else. ${please}`)
  expect(JSON.stringify(await db().select().from(imports))).not.toMatch(/Bennett|Ann Lee/)
})
