import { expect, test } from 'vitest'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import type { Person } from '#shared/rules/roles.ts'
import { type JobRow, toJob } from '#server/reads/job-row.ts'
import { readJob } from '#server/reads/visits.ts'

useTestDatabase()

/** The visit's fields as this person gets them, nested records field by field. */
function fieldsOf(person: Person, row: JobRow): Record<string, unknown> {
  const inside = ['vehicle', 'customer', 'technician', 'notDone']
  return Object.fromEntries(
    Object.entries(JSON.parse(JSON.stringify(toJob(person, row)))).flatMap(([name, value]) =>
      inside.includes(name) && value
        ? Object.entries(value).map(([field, one]) => [`${name}.${field}`, one])
        : [[name, value]],
    ),
  )
}

async function fullRow() {
  const customer = await makeUser({ firstName: 'Ann', lastName: 'Ash', email: null, phone: '' })
  const technician = await makeUser({ role: 'technician', firstName: 'Ted', lastName: 'Tal' })
  const { id } = await makeJob({
    customerId: customer.id,
    technicianId: technician.id,
    status: 'assigned',
    startsAt: new Date(Date.now() + 86_400_000),
    serviceAddress: '1 Main Street, Austin, TX 78701',
    accessNotes: 'Gate 1',
    customerNotes: 'Ring',
    technicianNotes: 'Done',
    latitude: 30,
    longitude: -97,
    cancelReason: 'Ill',
  })
  const row: JobRow = {
    ...((await readJob(id)) as JobRow),
    customerPhone: '+15125550100',
    customerEmail: null,
    technicianPhone: '+15125550101',
    technicianPhotoId: crypto.randomUUID(),
    notDoneReason: 'no_show',
    notDoneNote: 'Nobody there',
    invoice: { number: 'INV-1', dueOn: '2026-12-01' },
    reviewed: true,
    customerTexts: false,
    communicationActive: true,
    poNumber: 'PO-7',
  }
  return { customer, technician, row }
}

const hidden = undefined

test('each audience sees exactly the fields listed for it', async () => {
  const { customer, technician, row } = await fullRow()
  const person = (id: string, role: Person['role']) => ({ id, role, active: true })
  const office = fieldsOf(person(crypto.randomUUID(), 'admin'), row)
  expect(office).toMatchObject({
    customerId: customer.id,
    serviceAddress: '1 Main Street, Austin, TX 78701',
    accessNotes: 'Gate 1',
    customerNotes: 'Ring',
    cancelReason: 'Ill',
    coordinates: { latitude: 30, longitude: -97 },
    'customer.name': 'Ann Ash',
    'customer.email': null,
    'customer.isUnreached': true,
    'technician.name': 'Ted Tal',
    'notDone.note': 'Nobody there',
    invoice: { number: 'INV-1' },
  })
  const email = 'ann@example.com'
  const inOffice = fieldsOf(person(crypto.randomUUID(), 'admin'), { ...row, customerEmail: email })
  expect(inOffice).toMatchObject({ 'customer.email': email })
  const asOffice = (changed: Record<string, unknown>) =>
    Object.fromEntries(Object.entries({ ...office, ...changed }).filter(([, v]) => v !== hidden))
  expect(fieldsOf(person(customer.id, 'customer'), row)).toEqual(
    asOffice({
      'customer.isUnreached': hidden,
      'notDone.note': '',
      'technician.name': 'Ted',
      reviewed: true,
    }),
  )
  expect(fieldsOf(person(technician.id, 'technician'), row)).toEqual(asOffice({ invoice: hidden }))
  for (const known of [customer, technician])
    expect(
      fieldsOf(person(known.id, known === customer ? 'customer' : 'technician'), {
        ...row,
        customerEmail: email,
      }),
    ).toMatchObject({ 'customer.email': null })
  expect(fieldsOf(person(crypto.randomUUID(), 'technician'), row)).toEqual(
    asOffice({
      customerId: null,
      serviceAddress: 'Austin, TX 78701',
      accessNotes: '',
      coordinates: null,
      customerNotes: '',
      technicianNotes: '',
      cancelReason: null,
      'vehicle.licensePlate': '',
      'vehicle.unitNumber': hidden,
      poNumber: hidden,
      'customer.id': '',
      'customer.name': '',
      'customer.phone': '',
      'customer.email': null,
      'customer.isUnreached': hidden,
      'technician.phone': '',
      'notDone.note': '',
      invoice: hidden,
    }),
  )
})

test('a field listed for no audience is hidden from everyone', async () => {
  const { customer, technician, row } = await fullRow()
  const vehicle = { ...row.vehicle, keyCode: '1234' }
  const more: JobRow = { ...row, vehicle }
  for (const [id, role] of [
    [customer.id, 'customer'],
    [technician.id, 'technician'],
    [crypto.randomUUID(), 'technician'],
    [crypto.randomUUID(), 'admin'],
  ] as const)
    expect(JSON.stringify(toJob({ id, role, active: true }, more))).not.toContain('1234')
})
