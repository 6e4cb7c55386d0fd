import { eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { customerNotes, places } from '#server/database/tables/customers.ts'
import { imports } from '#server/database/tables/imports.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { makePackage, makeUser } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { maxImportBytes } from '#shared/rules/imports.ts'
import { send } from './test-imports.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

const looked = async (text: string | Buffer) => {
  const { body } = await send(await app.as('admin'), text, { dryRun: '' })
  return body.preview ?? body
}

type Problem = { kind: string; row: number; column: string; message: string }
const listed = (problems: Problem[]) =>
  problems.map(({ kind, row, column, message }) => [kind, row, column, message])
const problemsIn = async (text: string) => listed((await looked(text)).problems)

test('each row and cell left out is reported with what to do', async () => {
  await makeUser({ role: 'customer', firstName: 'Olivia', lastName: 'Bennett', email: 'o@b.co' })
  const rows = [
    'Name,Email,Phone,Street,ZIP,Year,Make,Model,Plate,VIN,Miles',
    ',a@b.co,,,,,,,,,',
    'Ann Lee,n/a,,,,,,,,,',
    'Bea Lee,b@b.co,55512,,,,,,,,',
    'Cid Lee,c@b.co,5.12555E+09,,,,,,,,',
    'Dan Lee,d@b.co,,,,18,Kia,Soul,A 1,,',
    'Eve Lee,e@b.co,,,,2018,,Soul,A 1,,',
    'Fay Lee,f@b.co,,,,2018,Kia,Soul,A 1,KNDJN2A26,',
    'Guy Lee,g@b.co,,,,2018,Kia,Soul,A 1,1HGCM82633A004352,',
    'Max Roe,o@b.co,,,,,,,,,',
    'Hal Lee,h@b.co,,,,2018,Kia,Soul,A 1,,9999999',
    'Ian Lee,i@b.co,,"1 Main St, Austin",2018,Kia,Soul,A 1,,,,Austin',
    'Jos\uFFFD Lee,j@b.co,,,,,,,,,',
    'Kim Lee,not an address,,,,,,,,,',
    'Liv Lee,l@b.co,,1 Main St,787,,,,,,',
    'Mia Lee,m@b.co,,1 Main St,Austin,,,,,,',
    'Ned Lee,n@b.co,,PO Box 12,78701,,,,,,',
    'TOTAL,,,,,,,,,,',
  ].join('\n')
  const { problems, counts } = await looked(rows)
  expect(listed(problems)).toEqual([
    ['row', 2, 'Name', 'Please enter the name of the customer.'],
    ['cell', 4, 'Phone', expect.stringMatching(/phone number/)],
    ['cell', 5, 'Phone', expect.stringMatching(/phone number/)],
    ['cell', 6, 'Year', 'Please enter vehicle year'],
    ['cell', 7, 'Make', 'Please enter vehicle make'],
    ['cell', 8, 'VIN', 'Please enter a valid 17-character VIN number.'],
    ['cell', 9, 'VIN', expect.stringMatching(/^This VIN belongs to a 2003 Honda Accord/)],
    [
      'cell',
      10,
      'Email',
      'This e-mail belongs to Olivia Bennett. Please correct the name or the e-mail.',
    ],
    ['cell', 11, 'Miles', 'Please check the miles'],
    ['row', 12, '', expect.stringMatching(/^There are more cells than columns/)],
    ['row', 13, 'Name', expect.stringMatching(/^The file was saved in another encoding/)],
    ['row', 13, 'Name', 'Please enter the name of the customer.'],
    ['cell', 14, 'Email', 'Invalid email address'],
    ['cell', 15, 'ZIP', 'There is no such ZIP code.'],
    ['cell', 16, 'ZIP', 'Please enter a ZIP code of five digits'],
    ['note', 17, 'Street', 'This is not an address to drive to, so it is kept as a note.'],
    ['row', 18, 'Name', 'This is a line of a report, not a customer.'],
  ])
  expect(counts).toMatchObject({ newCustomers: 13, newVehicles: 3, badRows: 4, partRows: 11 })
})

test.each([
  ['D-12 Calle Rosa', 'Ponce', 'PR', '00716'],
  ['D-12 Calle Rosa', 'Ponce', 'Puerto Rico', '716'],
  ['D-12 Calle Rosa', 'San Juan', 'PR', '00907-1234'],
  ['5A-1 Estate Thomas', 'St Thomas', 'VI', '00802'],
  ['12 Marine Corps Dr', 'Tamuning', 'GU', '96913'],
  ['"D-12 Calle Rosa, Ponce, PR 00716"', '', '', ''],
])('%s, %s, %s %s is imported as a place', async (...cells) => {
  const text = `First Name,Last Name,Phone,Street,City,State,Zip\nAnn,Lee,512-555-0650,${cells.join(',')}`
  expect(await looked(text)).toMatchObject({ problems: [], counts: { newPlaces: 1 } })
})

test('placeholders for empty cells count as empty, and a made-up VIN as no VIN', async () => {
  const rows = [
    'Name,Email,Phone,Street,ZIP,Vehicle,Plate,VIN,Miles,Last service',
    'Ann Lee,#N/A,?,#REF!,#VALUE!,2018 Honda Civic,TBD,TBD,NaN,undefined',
    'Ben Lee,sin correo,ninguno,no tiene,???,2018 Honda Civic,no plate,00000000000000000,,',
  ].join('\n')
  const { problems, counts } = await looked(rows)
  expect(listed(problems)).toEqual([
    ['cell', 3, 'VIN', 'Please enter a valid 17-character VIN number.'],
  ])
  expect(counts).toMatchObject({ newCustomers: 2, newVehicles: 2, newPlaces: 0 })
})

test('a ZIP code of a territory without city or state is kept as a note', async () => {
  const text = 'Name,Street,ZIP\nAnn Lee,D-12 Calle Rosa,00716'
  expect(await problemsIn(text)).toEqual([
    ['note', 2, 'Street', 'This is not an address to drive to, so it is kept as a note.'],
  ])
})

test('every column is shown with its samples, and the choice decides', async () => {
  const admin = await app.as('admin')
  const rows = [
    'Who,Email,,Cell,',
    'Ann Lee,a@b.co,,,',
    'Max Roe,m@b.co,Gate 4,,',
    'Bo Fox,b@b.co,X,,',
    'Cy Poe,c@b.co,X,,',
  ].join('\n')
  const first = await looked(rows)
  expect(first.missing).toMatch(/No column for the name of the customer/)
  expect(first.columns).toEqual([
    {
      header: 'Who',
      letter: 'A',
      field: null,
      samples: ['Ann Lee', 'Max Roe', 'Bo Fox'],
      cells: 4,
    },
    {
      header: 'Email',
      letter: 'B',
      field: 'email',
      samples: ['a@b.co', 'm@b.co', 'b@b.co'],
      cells: 4,
    },
    { header: '', letter: 'C', field: null, samples: ['Gate 4', 'X'], cells: 3 },
    { header: 'Cell', letter: 'D', field: 'phone', samples: [], cells: 0 },
    { header: '', letter: 'E', field: null, samples: [], cells: 0 },
  ])
  const columns = 'fullName,email,notes,,'
  const { preview } = (await send(admin, rows, { dryRun: '', columns })).body
  expect(preview).toMatchObject({ missing: null, counts: { newCustomers: 4, badRows: 0 } })
  expect((await send(admin, rows)).status).toBe(400)
  expect((await send(admin, rows, { columns })).body.import.counts).toMatchObject({
    newCustomers: 4,
  })
  // The next file with such a column is read in the same way.
  const next = await looked('Who,Cell\nDee Doe,512-555-0199')
  expect(next.columns.map(({ field }: { field: string }) => field)).toEqual(['fullName', 'phone'])
  const same = await looked(rows)
  expect(same.columns.map(({ field }: { field: string }) => field)).toEqual([
    'fullName',
    'email',
    'notes',
    null,
    null,
  ])
})

test('an e-mail shared by many belongs to the first only, and no customer is lost', async () => {
  const admin = await app.as('admin')
  const rows = [
    'Name,Email,Phone,Year,Make,Model',
    'Ann Lee,info@shop.com,,2018,Kia,Soul',
    'Max Roe,info@shop.com,,2019,Kia,Rio',
    'Ann Lee-Roe,info@shop.com,,2020,Kia,Niro',
    'Bob Lee,info@shop.com,512-555-0101,2021,Kia,K5',
  ].join('\n')
  const belongs = 'This e-mail belongs to Ann Lee. Please correct the name or the e-mail.'
  expect(await problemsIn(rows)).toEqual([
    ['cell', 3, 'Email', belongs],
    ['cell', 5, 'Email', belongs],
  ])
  expect((await send(admin, rows)).body.import.counts).toMatchObject({
    newCustomers: 3,
    newVehicles: 4,
    partRows: 2,
  })
  expect(await carsOfEveryone()).toEqual({ Ann: ['Niro', 'Soul'], Bob: ['K5'], Max: ['Rio'] })
})

const carsOfEveryone = async () => {
  const rows = await db()
    .select({ name: users.firstName, model: vehicles.model })
    .from(users)
    .innerJoin(vehicles, eq(vehicles.customerId, users.id))
    .orderBy(users.firstName, vehicles.model)
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => [
      name,
      own.map(({ model }) => model),
    ]),
  )
}

test('a VIN that does not pass its check is imported with a note', async () => {
  expect(
    await problemsIn('Name,VIN\nAnn Lee,1HGCM82633A004353\nMax Lee,1HGCM82633A004352'),
  ).toEqual([['note', 2, 'VIN', expect.stringMatching(/does not pass its built-in check/)]])
})

test('a person to contact stays with the company, and a second address with its customer', async () => {
  const admin = await app.as('admin')
  const rows = [
    'Customer full name,Full name,Phone,Address_2 Street Line 1,Address_2 City,Address_2 State,Address_2 Postal Code',
    "Amy's Bird Sanctuary,Amy Lauterbach,512-555-0151,1 Dell Way,Round Rock,TX,78682",
    'Bo Fox,Bo Fox,512-555-0152,,,,',
    'Bob Smith,Robert Smith,512-555-0153,,,,',
  ].join('\n')
  await send(admin, rows)
  const people = await db().select().from(users).where(eq(users.role, 'customer'))
  expect(people.map(({ firstName, lastName }) => `${firstName}|${lastName}`).toSorted()).toEqual([
    "Amy's Bird Sanctuary|",
    'Bob|Smith',
    'Bo|Fox',
  ])
  const notes = await db().select().from(customerNotes)
  expect(notes.map(({ note }) => note).toSorted()).toEqual([
    'Contact: Amy Lauterbach',
    'Contact: Robert Smith',
  ])
  expect((await db().select().from(places)).map(({ address }) => address)).toEqual([
    '1 Dell Way, Round Rock, TX 78682',
  ])
})

test('a stranger who typed another name and phone gets nothing of an imported customer', async () => {
  await makePackage()
  const admin = await app.as('admin')
  const email = 'mallory@example.com'
  const { user } = await app.as(
    await makeUser({ role: 'customer', email, emailProvenAt: new Date() }),
  )
  const stranger = await app.as(user)
  const typed = { firstName: 'Wanda', lastName: 'Harlan', phone: '512-555-0144', email }
  expect((await stranger.call('PATCH /api/auth/user', { body: typed })).status).toBe(200)
  const rows = [
    'Name,Phone,Email,Street,City,State,ZIP,Year,Make,Model,Plate,Service date',
    'Wanda Harlan,512-555-0144,wanda@example.com,9 Elm St,Austin,TX,78701,2019,BMW,X5,OWN 1,',
    'Wanda Harlan,,,,,,,2019,BMW,X5,OWN 1,3/14/2026',
  ].join('\n')
  expect((await send(admin, rows)).body.import).toMatchObject({
    counts: { newCustomers: 1, matchedCustomers: 1, newVisits: 1 },
    problems: [
      expect.objectContaining({
        row: 2,
        message: 'Wanda Harlan has this phone number too. They are imported as two people.',
      }),
      expect.objectContaining({ row: 3, kind: 'note' }),
    ],
  })
  expect((await stranger.call('GET /api/vehicles')).body).toEqual([])
  expect((await stranger.call('GET /api/places')).body).toEqual([])
  // Once the office vouches for the phone, they are the same person.
  const params = { id: user.id }
  const phone = async (body: { phone: string }) =>
    admin.call('PATCH /api/admin/customers/{id}', { params, body })
  await phone({ phone: '' })
  await phone({ phone: '512-555-0145' })
  const { body } = await send(admin, 'Name,Phone\nWanda Harlan,512-555-0145')
  expect(body.import.counts).toMatchObject({ newCustomers: 0, matchedCustomers: 1 })
})

test('a household shares a phone: they stay two people, with a note', async () => {
  const admin = await app.as('admin')
  const rows = [
    'Name,Phone,Year,Make,Model',
    'Ann Lee,512-555-0101,2018,Kia,Soul',
    'Max Lee,512-555-0101,2019,Kia,Rio',
    'ANN LEE,(512) 555-0101,2020,Kia,Niro',
    'Victor Harlan,512-555-0102,2018,Ford,Focus',
    '"Harlan, Victor, Jr.",512-555-0102,2019,Ford,Fusion',
  ].join('\n')
  expect(await problemsIn(rows)).toEqual([
    ['note', 3, 'Phone', 'Ann Lee has this phone number too. They are imported as two people.'],
    [
      'note',
      6,
      'Phone',
      'Victor Harlan has this phone number too. They are imported as two people.',
    ],
  ])
  const { counts } = (await send(admin, rows)).body.import
  expect(counts).toMatchObject({ newCustomers: 4, newVehicles: 5, partRows: 0, badRows: 0 })
  const people = await db().select().from(users).where(eq(users.role, 'customer'))
  expect(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`).toSorted()).toEqual([
    'Ann Lee',
    'Max Lee',
    'Victor Harlan',
    'Victor Harlan Jr.',
  ])
  // The same file again adds no one.
  expect((await send(admin, rows)).body.import.counts).toMatchObject({
    newCustomers: 0,
    newVehicles: 0,
  })
})

test('a company and a single name are customers', async () => {
  const admin = await app.as('admin')
  const rows = [
    'Customer full name,First name,Last name,Company name,Email',
    '"Bennett Plumbing, LLC",,,"Bennett Plumbing, LLC",office@bennett.example',
    ',,,"Acme, Inc.",acme@acme.example',
    'Cher,,,,cher@cher.example',
    'Ann Lee,Ann,Lee,Lee Motors,ann@lee.example',
  ].join('\n')
  expect((await send(admin, rows)).body.import).toMatchObject({
    problems: [],
    counts: { newCustomers: 4 },
  })
  const people = await db().select().from(users).where(eq(users.role, 'customer'))
  expect(people.map(({ firstName, lastName }) => `${firstName}|${lastName}`).toSorted()).toEqual([
    'Acme, Inc.|',
    'Ann|Lee',
    'Bennett Plumbing, LLC|',
    'Cher|',
  ])
  const notes = await db().select().from(customerNotes)
  expect(notes.map(({ note }) => note)).toEqual(['Company: Lee Motors'])
})

test('a job of a company in QuickBooks is imported as the company', async () => {
  const rows = [
    'Customer,Phone,Bill to 1,Bill to 2,Bill to 3',
    'Acme:Job 1,512-555-0101,Acme Inc,12 Elm St,"Austin, TX 78701"',
    'Bennett:Garage,512-555-0102,Bennett Plumbing,12 Elm St,"Austin, TX 78701"',
    'Cole:2nd truck,512-555-0103,,,',
    'Dunn Motors:Jim Kelly,512-555-0104,Jim Kelly,12 Elm St,"Austin, TX 78701"',
  ].join('\n')
  const { body } = await send(await app.as('admin'), rows)
  const note = 'This is a job of a company, so the company is imported as the customer.'
  expect(listed(body.import.problems)).toEqual([
    ['note', 2, 'Customer', note],
    ['note', 3, 'Customer', note],
    ['note', 4, 'Customer', note],
  ])
  const people = await db().select().from(users).where(eq(users.role, 'customer'))
  expect(people.map(({ firstName, lastName }) => `${firstName}|${lastName}`).toSorted()).toEqual([
    'Acme Inc|',
    'Bennett Plumbing|',
    'Cole|',
    'Jim|Kelly',
  ])
  const notes = await db().select().from(customerNotes)
  expect(notes.map(({ note: one }) => one).toSorted()).toEqual([
    'Company: Dunn Motors',
    'Job: 2nd truck',
    'Job: Garage',
    'Job: Job 1',
  ])
})

test.each([
  ['"Smith, John:Truck 2"', 'John|Smith', ['Job: Truck 2']],
  ['"Smith, John:F-150"', 'John|Smith', ['Job: F-150']],
  ['"Smith, John : Mary\'s car"', 'John|Smith', ["Job: Mary's car"]],
  ['"Smith, John:Truck 2:Brakes"', 'John|Smith', ['Job: Truck 2, Brakes']],
  ['"Harlan, Victor, Jr.:2"', 'Victor|Harlan Jr.', ['Job: 2']],
  ['"Muñoz, José:Camioneta"', 'José|Muñoz', ['Job: Camioneta']],
  ['John Smith:Truck 2', 'John|Smith', ['Job: Truck 2']],
  ['John Smith:Truck', 'John|Smith', ['Job: Truck']],
  ['"Smith, John:Smith, Mary"', 'Mary|Smith', []],
  ['Acme Plumbing LLC:Truck 2', 'Acme Plumbing LLC|', ['Job: Truck 2']],
  ['"Bennett Plumbing, LLC:Truck 2"', 'Bennett Plumbing, LLC|', ['Job: Truck 2']],
  ['Acme:Job 1', 'Acme|', ['Job: Job 1']],
  ['Dunn Motors:Jim Kelly', 'Jim|Kelly', ['Company: Dunn Motors']],
])('the sub-customer %s of QuickBooks is %s', async (customer, name, noted) => {
  const rows = ['Customer,Phone', `${customer},512-555-0101`].join('\n')
  await send(await app.as('admin'), rows)
  const people = await db().select().from(users).where(eq(users.role, 'customer'))
  expect(people.map(({ firstName, lastName }) => `${firstName}|${lastName}`)).toEqual([name])
  const notes = await db().select().from(customerNotes)
  expect(notes.map(({ note }) => note)).toEqual(noted)
})

test('a list in Windows-1252 with Spanish names and column headers is read', async () => {
  await makePackage()
  const rows = [
    'Nombre;Apellidos;Teléfono;Correo;Dirección;Código postal;Año;Marca;Modelo;Última visita;Monto;Observaciones',
    'José;Muñoz Peña;(512) 555-0101;jose@munoz.example;12 Elm St, Austin, TX 78701;;2018;Honda;Civic;3/11/2026;€89,90;“Llame” antes – él',
    'Ángela;Núñez;512-555-0102;angela@nunez.example;1 Main St, Austin, TX;78702;2020;Kia;Niro;25/10/2026;120,00;',
  ].join('\r\n')
  const { body } = await send(await app.as('admin'), inWindows1252(rows))
  expect(listed(body.import.problems)).toEqual([])
  expect(body.import.counts).toMatchObject({ newCustomers: 2, newVehicles: 2, newVisits: 2 })
  const people = await db()
    .select()
    .from(users)
    .where(eq(users.role, 'customer'))
    .orderBy(users.email)
  expect(
    people.map(({ firstName, lastName, email, phone }) => [firstName, lastName, email, phone]),
  ).toEqual([
    ['Ángela', 'Núñez', 'angela@nunez.example', '+15125550102'],
    ['José', 'Muñoz Peña', 'jose@munoz.example', '+15125550101'],
  ])
  const [visit] = await db().select().from(jobs).where(ne(jobs.technicianNotes, ''))
  expect([visit?.technicianNotes, visit?.serviceDate]).toEqual(['“Llame” antes – él', '2026-11-03'])
})

const windows1252: Record<string, number> = { '€': 0x80, '“': 0x93, '”': 0x94, '–': 0x96 }
const inWindows1252 = (text: string) =>
  Buffer.from(Array.from(text, (sign) => windows1252[sign] ?? sign.charCodeAt(0)))

test('further columns and cells of other programs are read', async () => {
  const admin = await app.as('admin')
  const rows = [
    'Customer,Email,Bill to 1,Bill to 2,Bill to 3,Ship to 1,Ship to 2,Ship to 3,Active Status,Marketing,Auto',
    'Ann Lee,a@b.co,Ann Lee,12 Elm St,"Austin, TX 78701",Ann Lee,1 Main St,"Austin, TX 78702",Not-active,yes,"2010 Honda Civic, 2012 Honda Accord"',
    'Max Roe,m@b.co,,,,,,,Active,yes,2010 Honda Civic / 2012 Accord',
    `${'A'.repeat(81)} Lee,l@b.co,,,,,,,,,`,
    '#N/A,n@b.co,,,,,,,,,',
  ].join('\n')
  const { body } = await send(admin, rows)
  expect(listed(body.import.problems)).toEqual([
    ['note', 2, 'Active Status', expect.stringMatching(/no longer a customer/)],
    ['cell', 3, 'Auto', expect.stringMatching(/^Please put each car in a row of its own/)],
    ['row', 4, 'Customer', 'Please shorten this name to 80 characters.'],
    ['row', 5, 'Customer', 'Please enter the name of the customer.'],
  ])
  expect(body.import.counts).toMatchObject({ newCustomers: 2, newVehicles: 2, newPlaces: 2 })
  expect(await carsOfEveryone()).toEqual({ Ann: ['Accord', 'Civic'] })
  const saved = await db().select().from(places).orderBy(places.address)
  expect(saved.map(({ address }) => address)).toEqual([
    '1 Main St, Austin, TX 78702',
    '12 Elm St, Austin, TX 78701',
  ])
  const people = await db().select().from(users).where(eq(users.role, 'customer'))
  const consents = people.map(({ email, marketingEmails }) => [email, marketingEmails])
  expect(Object.fromEntries(consents)).toEqual({ 'a@b.co': false, 'm@b.co': true })
  const notes = await db().select().from(customerNotes)
  expect(notes.map(({ note }) => note).toSorted()).toEqual([
    'Active Status: Not-active',
    'Car: 2010 Honda Civic / 2012 Accord',
  ])
  expect((await send(admin, rows)).body.import.counts).toMatchObject({ newVehicles: 0 })
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
  ['no header', 'Ann Lee,a@b.co', /The first row must name the columns/],
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
  const row = `Ann,Lee,,ann@example.com,512-555-0199${','.repeat(17)}\r\n`
  expect((await send(admin, text + row)).body.import.counts.newCustomers).toBe(1)
})

test("a row with someone's e-mail names its current owner, and no deleted person", async () => {
  const olivia = await makeUser({ firstName: 'Olivia', lastName: 'Bennett', email: 'o@b.co' })
  const admin = await app.as('admin')
  const { body } = await send(
    admin,
    ['Name,Email', 'Max Roe,o@b.co', 'Ann Lee,a@b.co', 'Eve Poe,a@b.co'].join('\n'),
  )
  const params = { id: body.import.id }
  expect((await admin.call('GET /api/admin/imports/{id}/mend', { params })).text).toContain(
    'This e-mail belongs to Olivia Bennett',
  )
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
  expect((await admin.call('GET /api/admin/imports/{id}/mend', { params })).status).toBe(404)
})
