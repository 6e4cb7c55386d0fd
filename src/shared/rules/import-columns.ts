import { text } from '../texts/t.ts'
import { foldText } from './fold-text.ts'

/**
 * Fields that a column of a customer list can hold, and their English names in other programs. The first names are those
 * of exports by Jobber, Housecall Pro, QuickBooks and Square. A field with `joins` may have several columns.
 */
export const importColumns = [
  {
    field: 'fullName',
    label: text('Full name'),
    also: [
      'name',
      'display name',
      'customer full name',
      'customer',
      'customer name',
      'client',
      'client name',
      'full name',
      'contact',
      'contact name',
    ],
  },
  {
    field: 'firstName',
    label: text('First name'),
    also: ['first', 'given name', 'forename', 'fname', 'customer first name', 'client first name'],
  },
  {
    field: 'lastName',
    label: text('Last name'),
    also: ['last', 'surname', 'family name', 'lname', 'customer last name', 'client last name'],
  },
  { field: 'suffix', label: text('Name suffix'), also: ['suffix'] },
  {
    field: 'company',
    label: text('Company'),
    also: ['company name', 'business', 'business name', 'organization', 'customer company'],
  },
  {
    field: 'email',
    label: text('E-mail'),
    joins: true,
    also: [
      'e-mails',
      'emails',
      'email address',
      'e-mail address',
      'email addresses',
      'mail',
      'customer email',
      'client email',
      'main email',
      'primary email',
      'other email',
      'email 1',
      'email 2',
    ],
  },
  {
    field: 'phone',
    label: text('Phone'),
    joins: true,
    also: [
      'main phone #s',
      'phone #s',
      'phone numbers',
      'phone number',
      'mobile',
      'mobile number',
      'mobile phone',
      'mobile phone #s',
      'cell',
      'cell phone',
      'cell number',
      'home number',
      'home phone',
      'home phone #s',
      'work number',
      'work phone',
      'work phone #s',
      'other phone',
      'other phone #s',
      'alternate phone',
      'alt phone',
      'main phone',
      'primary phone',
      'secondary phone',
      'customer phone',
      'client phone',
      'telephone',
      'tel',
      'phone 1',
      'phone 2',
      'phone 3',
    ],
  },
  {
    field: 'street',
    label: text('Address, or its street'),
    joins: true,
    also: [
      'address',
      'service street 1',
      'service street',
      'street address',
      'street address 1',
      'street 1',
      'street line 1',
      'address 1',
      'address line 1',
      'service address',
      'service address 1',
      'service address line 1',
      'service property street 1',
      'property address',
      'home address',
      'address 1 street',
      'address_1 street line 1',
      'shipping address',
      'shipping address line 1',
      'ship address',
      'ship to 1',
      'ship to 2',
      'ship to 3',
      'ship to 4',
      'ship to 5',
      'shipping street',
      'full address',
      'street',
      'location',
    ],
  },
  {
    field: 'street2',
    label: text('Second address line'),
    also: [
      'service street 2',
      'street line 2',
      'street address 2',
      'street 2',
      'address 2',
      'address line 2',
      'service address 2',
      'service address line 2',
      'service property street 2',
      'address_1 street line 2',
      'shipping address line 2',
      'unit',
      'apt',
      'suite',
    ],
  },
  {
    field: 'city',
    label: text('City'),
    also: [
      'town',
      'address_1 city',
      'service city',
      'service property city',
      'shipping city',
      'shipping address city',
    ],
  },
  {
    field: 'state',
    label: text('State'),
    also: [
      'province',
      'region',
      'address_1 state',
      'state/province',
      'province/state',
      'service province',
      'service state',
      'service province/state',
      'service state/province',
      'service property province',
      'shipping state',
      'shipping address state',
    ],
  },
  {
    field: 'zip',
    label: text('ZIP code'),
    also: [
      'zip',
      'zipcode',
      'postal code',
      'postcode',
      'postal/zip',
      'zip/postal',
      'address_1 postal code',
      'address_1 zip',
      'address_1 zip code',
      'zip/postal code',
      'postal code/zip',
      'service postal/zip',
      'service postal code',
      'service zip',
      'service zip code',
      'service zip/postal code',
      'service property postal code',
      'shipping zip',
      'shipping zip code',
      'shipping address postal code',
    ],
  },
  {
    field: 'billingStreet',
    label: text('Billing address, or its street'),
    joins: true,
    also: [
      'billing street 1',
      'billing street',
      'billing address',
      'billing address 1',
      'billing address line 1',
      'bill to address',
      'bill address',
      'address_2 street line 1',
      'address_2 street',
      'bill to 1',
      'bill to 2',
      'bill to 3',
      'bill to 4',
      'bill to 5',
    ],
  },
  {
    field: 'billingStreet2',
    label: text('Second billing line'),
    also: [
      'billing street 2',
      'billing address 2',
      'billing address line 2',
      'address_2 street line 2',
    ],
  },
  {
    field: 'billingCity',
    label: text('Billing city'),
    also: ['billing address city', 'address_2 city'],
  },
  {
    field: 'billingState',
    label: text('Billing state'),
    also: [
      'billing province',
      'billing province/state',
      'billing state/province',
      'billing address state',
      'address_2 state',
    ],
  },
  {
    field: 'billingZip',
    label: text('Billing ZIP code'),
    also: [
      'billing zip',
      'billing zip code',
      'billing postal/zip',
      'billing postal code',
      'billing zip/postal code',
      'billing address postal code',
      'billing address zip',
      'address_2 postal code',
      'address_2 zip',
      'address_2 zip code',
    ],
  },
  {
    field: 'vehicle',
    label: text('Car, such as 2018 Honda Civic'),
    also: ['vehicle', 'car', 'auto', 'year make model', 'vehicle description', 'vehicle name'],
  },
  {
    field: 'year',
    label: text('Car: year'),
    also: ['year', 'yr', 'model year', 'vehicle year', 'car year'],
  },
  {
    field: 'make',
    label: text('Car: make'),
    also: ['make', 'vehicle make', 'car make', 'manufacturer', 'brand'],
  },
  { field: 'model', label: text('Car: model'), also: ['model', 'vehicle model', 'car model'] },
  {
    field: 'licensePlate',
    label: text('Car: plate'),
    also: [
      'plate',
      'license plate',
      'licence plate',
      'license',
      'plate number',
      'tag number',
      'registration',
      'license plate number',
    ],
  },
  {
    field: 'vin',
    label: text('Car: VIN'),
    also: ['vin', 'vin number', 'vehicle identification number', 'vehicle vin'],
  },
  {
    field: 'mileage',
    label: text('Car: miles'),
    also: [
      'mileage',
      'miles',
      'odometer',
      'odo',
      'mileage in',
      'odometer reading',
      'current mileage',
      'vehicle mileage',
    ],
  },
  {
    field: 'notes',
    label: text('Notes'),
    joins: true,
    also: ['note', 'comment', 'comments', 'remarks', 'customer notes', 'client notes', 'memo'],
  },
  {
    field: 'reminders',
    label: text('Wants reminders (yes or no)'),
    also: [
      'email subscription status',
      'marketing',
      'marketing emails',
      'accepts marketing',
      'email opt in',
      'subscribed',
    ],
  },
  {
    field: 'archived',
    label: text('No longer a customer (yes or no)'),
    joins: true,
    also: [
      'archived',
      'is archived',
      'inactive',
      'active',
      'is active',
      'active status',
      'do not service',
    ],
  },
  {
    field: 'serviceDate',
    label: text('Date of a service'),
    also: [
      'service date',
      'last service',
      'last service date',
      'last oil change',
      'last serviced',
      'last visit',
      'last visit date',
      'last appointment',
      'last job date',
      'date of last service',
      'date',
      'job date',
      'visit date',
      'appointment date',
      'invoice date',
      'transaction date',
      'completed',
      'completed date',
      'completed on',
      'date completed',
      'finished',
      'scheduled start date',
      'job scheduled start date',
      'start date',
    ],
  },
  {
    field: 'service',
    label: text('Service done'),
    also: [
      'service',
      'package',
      'service package',
      'service name',
      'service type',
      'last service type',
      'product/service',
      'products/services',
      'item',
      'line items',
      'job title',
      'job type',
      'job description',
      'memo/description',
      'description',
    ],
  },
  {
    field: 'amount',
    label: text('Amount of the service'),
    also: [
      'total',
      'price',
      'job amount',
      'total amount',
      'total price',
      'total ($)',
      'invoice total',
      'invoice amount',
      'sales price',
      'gross sales',
      'total revenue ($)',
      'total revenue',
      'amount',
    ],
  },
  {
    field: 'serviceStatus',
    label: text('Status of the service'),
    also: ['job status', 'visit status', 'appointment status', 'invoice status', 'status'],
  },
  {
    field: 'serviceMiles',
    label: text('Miles at the service'),
    also: [
      'service mileage',
      'service miles',
      'mileage at service',
      'miles at service',
      'last service mileage',
      'last service miles',
    ],
  },
  {
    field: 'serviceNotes',
    label: text('Notes on the service'),
    joins: true,
    also: ['service notes', 'job notes', 'visit notes', 'technician notes', 'work notes'],
  },
] as const satisfies readonly {
  field: string
  label: string
  joins?: true
  also: readonly string[]
}[]
export type ImportField = (typeof importColumns)[number]['field']
export const importFields = importColumns.map(({ field }) => field)
export const isImportField = (name: string): name is ImportField =>
  (importFields as readonly string[]).includes(name)

/** A column of a file; `field` is null for one that is not imported. */
export type ImportColumn = { header: string; field: ImportField | null }

/** Added to the rows to mend, and ignored when they are uploaded again. */
export const mendColumn = 'What to mend'

/** A column's spreadsheet letters, counted from 0: A to Z, AA and so on. */
export function columnLetter(n: number): string {
  const before = Math.floor(n / 26)
  return (before > 0 ? columnLetter(before - 1) : '') + String.fromCharCode(65 + (n % 26))
}

export const templateColumns = [
  { label: 'First name', field: 'firstName' },
  { label: 'Last name', field: 'lastName' },
  { label: 'Company', field: 'company' },
  { label: 'Email', field: 'email' },
  { label: 'Phone', field: 'phone' },
  { label: 'Street', field: 'street' },
  { label: 'Unit', field: 'street2' },
  { label: 'City', field: 'city' },
  { label: 'State', field: 'state' },
  { label: 'ZIP', field: 'zip' },
  { label: 'Year', field: 'year' },
  { label: 'Make', field: 'make' },
  { label: 'Model', field: 'model' },
  { label: 'Plate', field: 'licensePlate' },
  { label: 'VIN', field: 'vin' },
  { label: 'Mileage', field: 'mileage' },
  { label: 'Notes', field: 'notes' },
  { label: 'Last service date', field: 'serviceDate' },
  { label: 'Service', field: 'service' },
  { label: 'Amount', field: 'amount' },
  { label: 'Service mileage', field: 'serviceMiles' },
  { label: 'Service notes', field: 'serviceNotes' },
] as const satisfies readonly { label: string; field: ImportField }[]

const bare = (name: string): string => foldText(name).replace(/[^\p{L}\p{N}]/gu, '')

/** The same in Spanish, separated by commas. */
const inSpanish: Record<ImportField, string> = {
  fullName:
    'nombre completo, nombre y apellido, nombre y apellidos, nombre del cliente, cliente, contacto',
  firstName: 'nombre, nombres, primer nombre, nombre de pila',
  lastName: 'apellido, apellidos, primer apellido, apellido paterno',
  suffix: 'sufijo, sufijo del nombre',
  company:
    'empresa, compañía, negocio, nombre de la empresa, nombre de la compañía, razón social, organización',
  email:
    'correo, correo electrónico, correos electrónicos, dirección de correo, dirección de correo electrónico, otro correo, otro correo electrónico, segundo correo, segundo correo electrónico, correo electrónico 2, correo 2',
  phone:
    'teléfono, teléfonos, número de teléfono, número telefónico, celular, teléfono celular, número de celular, móvil, teléfono móvil, teléfono de casa, teléfono del trabajo, otro teléfono, segundo teléfono, teléfono secundario, teléfono alterno, teléfono principal, teléfono 1, teléfono 2, teléfono 3',
  street:
    'dirección, dirección o su calle, calle, calle y número, domicilio, dirección 1, línea 1 de la dirección, dirección línea 1, dirección de servicio, dirección del servicio, dirección de envío, dirección completa',
  street2:
    'segunda línea de la dirección, dirección 2, línea 2 de la dirección, dirección línea 2, apartamento, apto, departamento, depto, unidad, número interior',
  city: 'ciudad, municipio, pueblo, ciudad de envío',
  state: 'estado, provincia, estado/provincia',
  zip: 'código postal, código zip, cp',
  billingStreet:
    'dirección de facturación, dirección de facturación o su calle, dirección de cobro, calle de facturación',
  billingStreet2: 'segunda línea de facturación, dirección de facturación 2',
  billingCity: 'ciudad de facturación',
  billingState: 'estado de facturación',
  billingZip: 'código postal de facturación',
  vehicle: 'carro, automóvil, coche, vehículo, descripción del vehículo',
  year: 'año, año del carro, año del vehículo, año del auto, carro: año',
  make: 'marca, marca del carro, marca del vehículo, marca del auto, carro: marca',
  model: 'modelo, modelo del carro, modelo del vehículo, modelo del auto, carro: modelo',
  licensePlate: 'placa, placas, matrícula, número de placa, carro: placa, tablilla',
  vin: 'número vin, número de serie, número de identificación del vehículo, carro: vin',
  mileage: 'millas, millaje, odómetro, kilometraje, lectura del odómetro, carro: millas',
  notes: 'nota, notas, comentario, comentarios, observaciones',
  reminders:
    'recordatorios, quiere recordatorios, quiere recordatorios (sí o no), acepta publicidad',
  archived: 'archivado, inactivo, activo, ya no es cliente, ya no es cliente (sí o no)',
  serviceDate:
    'fecha, fecha de servicio, fecha del servicio, fecha de un servicio, último servicio, fecha del último servicio, última visita, fecha de la última visita, último cambio de aceite, fecha del último cambio de aceite, fecha de la cita, fecha de la factura',
  service: 'servicio, servicio realizado, paquete, tipo de servicio, descripción',
  amount: 'importe, importe del servicio, monto, precio, importe total, precio total',
  serviceStatus: 'estado del servicio, estatus, estado de la cita, estado de la visita',
  serviceMiles:
    'millas en el servicio, millas del servicio, millaje del servicio, millas del último servicio',
  serviceNotes: 'notas del servicio, notas de servicio, notas del técnico, notas de la visita',
}

const fieldsByName = new Map<string, ImportField>(
  importColumns.flatMap(({ field, also }) =>
    [field, ...also, ...inSpanish[field].split(',')].map((name) => [bare(name), field] as const),
  ),
)

/** The field of a column header in any spelling; undefined if unknown. */
export const importFieldOf = (header: string): ImportField | undefined =>
  fieldsByName.get(bare(header))

const isEmail = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/
const isVin = /^[A-HJ-NPR-Z\d]{17}$/i
const isPhone = /^\+?1?[\s.(-]*[2-9]\d{2}[\s.)-]*\d{3}[\s.-]*\d{4}$/

/** Whether a cell is an e-mail or a phone number, and so no name of a column. */
export const isContact = (cell: string): boolean => isEmail.test(cell) || isPhone.test(cell)

/** The field that all of a column's cells look like; undefined if none. */
function fieldOfCells(cells: readonly string[]): ImportField | undefined {
  const all = (pattern: RegExp) => cells.length > 0 && cells.every((cell) => pattern.test(cell))
  if (all(isEmail)) return 'email'
  if (all(isVin)) return 'vin'
  return all(isPhone) ? 'phone' : undefined
}

/** Facts about one service rather than about the car or the customer, in a file with a row per service. */
const ofService: Partial<Record<ImportField, ImportField>> = {
  notes: 'serviceNotes',
  mileage: 'serviceMiles',
}

/** Ignored without the date of the service. */
const withoutDate: ReadonlySet<ImportField> = new Set([
  'service',
  'amount',
  'serviceStatus',
  'serviceMiles',
  'serviceNotes',
])

type Headed = { header: string; cells: readonly string[] }

/**
 * What each column of a file holds: as in an earlier import with the same columns, else by its name, else as an earlier
 * import had a column of that name, else by its first cells. `earlier` imports come newest first.
 */
export function guessColumns(
  columns: readonly Headed[],
  earlier: readonly (readonly ImportColumn[])[] = [],
): (ImportField | null)[] {
  const before = earlier.find((one) => headersOf(one) === headersOf(columns))
  if (before) {
    const fields = before
      .flatMap(({ header, field }) => (header === mendColumn ? [] : field))
      .values()
    return columns.map(({ header }) =>
      header === mendColumn ? null : (fields.next().value ?? null),
    )
  }
  const known = earlier.flat().filter(({ field }) => field !== null)
  const named = columns.map(({ header }) => importFieldOf(header) ?? fieldIn(known, header) ?? null)
  const hasDate = named.includes('serviceDate')
  const isHistory = hasDate && (named.includes('service') || named.includes('amount'))
  return columns.map(({ header, cells }, n) => {
    const field = named[n] ?? null
    if (field && isHistory) {
      const own = ofService[field]
      return own && !named.includes(own) ? own : field
    }
    if (field) return hasDate || !withoutDate.has(field) ? field : null
    const seen = header === mendColumn ? undefined : fieldOfCells(cells)
    return seen && !named.includes(seen) ? seen : null
  })
}

const headersOf = (columns: readonly { header: string }[]): string =>
  JSON.stringify(columns.flatMap(({ header }) => (header === mendColumn ? [] : bare(header))))

const fieldIn = (columns: readonly ImportColumn[], header: string) =>
  bare(header) ? columns.find((one) => bare(one.header) === bare(header))?.field : undefined

/** Which column is missing for an import, if any. */
export function missingColumn(fields: readonly (ImportField | null)[]): string | undefined {
  const has = (field: ImportField) => fields.includes(field)
  if (has('fullName') || has('company') || has('lastName') || has('firstName')) return undefined
  return text('No column for the name of the customer was found. Choose it below.')
}
