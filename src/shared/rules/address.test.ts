import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressProblems,
  findZip,
  formatAddress,
  hasHouseNumber,
  hasUnknownState,
  lineProblem,
  parseAddress,
  sameCity,
} from './address.ts'
import { addressStates } from './us-states.ts'

const austin = { city: 'Austin', state: 'TX' }
const at = (street: string, unit = '', zip = '78701') => ({ street, unit, ...austin, zip })

describe('the parts of', () => {
  test.each([
    ['500 Congress Ave, Austin, TX 78701', at('500 Congress Ave')],
    ['500 Congress Ave\nAustin, Texas  78701-1234 \n', at('500 Congress Ave', '', '78701-1234')],
    ['500 Congress Ave , Apt 4,, Austin, tx. 78701, USA', at('500 Congress Ave', 'Apt 4')],
    ['500 Congress Ave Austin TX 78701', at('500 Congress Ave')],
    ['500 Congress Ave # 4, Austin 78701', { ...at('500 Congress Ave # 4'), state: '' }],
    [
      '500 Congress Ave, Suite B, 78701',
      { ...at('500 Congress Ave', 'Suite B'), city: '', state: '' },
    ],
    ['Acme Garage, 12 Elm St, Austin, TX 78701', at('12 Elm St', 'Acme Garage')],
    ['12 Elm St, Austin TX 78701, behind gate 4', at('12 Elm St', 'behind gate 4')],
    ['12 Elm St, Austin, TX 78701 (behind gate 4)', at('12 Elm St', 'behind gate 4')],
    ['12 Elm St, Austin, TX 78701 [code 47110]', at('12 Elm St', 'code 47110')],
    ['12 Elm St, Austin, TX 78701 USA (ring 12345)', at('12 Elm St', 'ring 12345')],
    ['12 Elm St, Austin, TX (78701)', at('12 Elm St')],
    ['12 Elm St, Austin, TX 787011234', at('12 Elm St', '', '78701-1234')],
    ['12 Elm St, Austin, TX 78701 1234', at('12 Elm St', '', '78701-1234')],
    ['12 Elm St, Austin, TX 78701–1234, USA', at('12 Elm St', '', '78701-1234')],
    ['Urb Las Lomas, D-12 Calle Rosa, Austin, TX 78701', at('D-12 Calle Rosa', 'Urb Las Lomas')],
    ['Carr 2 Km 12.3, Bo Hato, Austin, TX 78701', at('Carr 2 Km 12.3', 'Bo Hato')],
    ['RR 2 Box 152, Austin, TX 78701', at('RR 2 Box 152')],
    ['RR 2, Box 152, Austin, TX 78701', at('RR 2 Box 152')],
    ['12 Elm St, Austin, TX 78701 blue door', at('12 Elm St', 'blue door')],
    ['Mile 12 Hwy 71 Austin TX 78701', at('Mile 12 Hwy 71')],
    ['Bldg 7 Camp Mabry, Austin, TX 78701', at('Bldg 7 Camp Mabry')],
    ['Lot 5 Oak Park, 12 Elm St, Austin, TX 78701', at('12 Elm St', 'Lot 5 Oak Park')],
    ['１２ Elm St, Austin, TX ７８７０１', at('12 Elm St')],
    ['Austin, TX 78701', { ...at('Austin'), city: '' }],
    ['12 Elm Ct 78701', { ...at('12 Elm Ct'), city: '', state: '' }],
    ['12 Elm Ct', { street: '12 Elm Ct', unit: '', city: '', state: '', zip: '' }],
    ['12 Elm St, Austin, TX', at('12 Elm St', '', '')],
    [
      '12 Elm St, Hartford CT 06103',
      { ...at('12 Elm St', '', '06103'), city: 'Hartford', state: 'CT' },
    ],
    [
      '5 Rue, Ste. Genevieve, MO 63670',
      { ...at('5 Rue', '', '63670'), city: 'Ste. Genevieve', state: 'MO' },
    ],
    [
      '1 Main St, Charleston, West Virginia 25301',
      { ...at('1 Main St', '', '25301'), city: 'Charleston', state: 'WV' },
    ],
    [
      'D-12 Calle Rosa, Ponce, Puerto Rico 00716',
      { ...at('D-12 Calle Rosa', '', '00716'), city: 'Ponce', state: 'PR' },
    ],
    ['12 Elm St, Austin, Tex. 78701', at('12 Elm St')],
    ['12 Elm St, Austin Tex 78701', at('12 Elm St')],
    ['12 Elm St, Austin, T.X. 78701 blue door', at('12 Elm St', 'blue door')],
    [
      '1600 Pennsylvania Ave NW, Washington D.C. 20500',
      { ...at('1600 Pennsylvania Ave NW', '', '20500'), city: 'Washington', state: 'DC' },
    ],
    [
      '1 Main St, Charleston, W. Va. 25301',
      { ...at('1 Main St', '', '25301'), city: 'Charleston', state: 'WV' },
    ],
    [
      '350 5th Ave, New York, N. Y. 10118',
      { ...at('350 5th Ave', '', '10118'), city: 'New York', state: 'NY' },
    ],
    ['9 Via Del 78701', { ...at('9 Via Del'), city: '', state: '' }],
    ['Main', { street: 'Main', unit: '', city: '', state: '', zip: '' }],
    ['', { street: '', unit: '', city: '', state: '', zip: '' }],
  ])('%j', (line, parts) => expect(parseAddress(line, austin)).toEqual(parts))
})

const word = fc.stringMatching(/^[A-Z][a-z]{3,9}$/)
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '))
const address = fc.record({
  street: fc
    .tuple(fc.integer({ min: 1, max: 99_999 }), words)
    .map((parts) => `${parts.join(' ')} St`),
  unit: fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 999 }).map((number) => `Apt ${number}`),
  ),
  // Without it, a city named like a state would only be recognized by what follows.
  city: words.map((name) => `${name} Springs`),
  state: fc.constantFrom(...addressStates),
  zip: fc.stringMatching(/^\d{5}(-\d{4})?$/),
})

test('an address survives formatting and parsing', () => {
  fc.assert(
    fc.property(address, (one) => {
      expect(parseAddress(formatAddress(one))).toEqual(one)
    }),
  )
})

test('any input becomes one stable line', () => {
  const typed = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc
      .array(fc.oneof(fc.constantFrom(',', '\n', ' ', 'TX', '78701', 'Apt 4', 'USA'), word))
      .map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(typed, (line) => {
      const once = formatAddress(parseAddress(line))
      const twice = formatAddress(parseAddress(once))
      expect(formatAddress(parseAddress(twice))).toBe(twice)
      expect(once).not.toMatch(/[\n\r]|, ,|^,|,$/)
    }),
  )
})

test.each([
  '123 Main',
  '１２３ Main',
  '12A Elm St',
  '12-34 56th St',
  '12½ Elm St',
  '#4 Oak Rd',
  'N6W23001 Bluemound Rd',
  'One Microsoft Way',
  '4711 Avenue A',
  'D-12 Calle Rosa',
  'D12 Calle Rosa',
  'AA-5 Calle 12',
  'Calle Rosa D-12',
  'Calle Luna #12',
  'Ave. Ponce de León 1234',
  'Urb Las Gladiolas 150 Calle A',
  'Cond. El Monte Apt 4B',
  'Carr 2 Km 12.3',
  'Carretera 115 km. 8.4 Interior',
  'PR-2 Km 12',
  'Bo. Quebrada Sector Lomas Km 3 Hm 2',
  'RR 2 Box 152',
  'R.R. 1, Box 5',
  'Rural Route 3 Box 12A',
  'HC 72 Box 850-15',
  'Star Route 1 Box 2',
  'Mile 187 Glenn Hwy',
  'Milepost 45.5 Sterling Highway',
  'Overseas Hwy MM 82',
  'Hwy 71 Mile Marker 12',
  'W156 N8480 Pilgrim Rd',
  'N 6 W 23001 Bluemound Rd',
  '842 E 1700 S',
  'E8451 1160th Ave',
  '842 39.2 Rd',
  '39.2 Rd 842 N',
  '12.5 Elm St',
  '123-A Main St',
  '99-1234 Iwaena St',
  '5A-1 Estate Thomas',
  '28100 12 Mile Rd',
  'CO RD 88 Box 12',
  'County Road 88, Box 12A',
  'Lot 5 County Road 210',
  'Pier 39',
  'Bldg 7 Camp Mabry',
  'Building 12A Fort Sam Houston',
  'Estate Thomas 18A',
  'One Times Square',
  'Two Liberty Place',
  'Twenty-One Main St',
  'Fifty Five Water St',
  '0N123 Main St',
  '13W123 Oak Rd',
  'No. 12 Elm St',
  'HC-71 Box 30',
  'RR-2 Box 12',
  'SR 70 Box 12',
  '3K-12 Calle Lirio',
  'A-1-12 Calle Sol',
  'Calle Sol 3K-12',
  'Bloque 12 #14 Calle 3',
  'Lomas Verdes 3K-12 Calle X',
  'Valle Arriba Heights BB-4 Calle Ceiba',
  'Interior 12 Calle Sol',
  'Repto Metropolitano 1020',
  'Ciudad Jardín 123',
  'Jardines de Caparra A-12',
  'Brisas del Mar 12',
  'Comunidad Las Flores 23',
  'Barriada Sandín 45',
  'Vía 12 2D-5 Villa Fontana',
])('%s has a house number', (street) => expect(hasHouseNumber(street)).toBe(true))

test.each([
  'Main',
  'Main St',
  '5th St',
  '123',
  'Main St 5',
  'Highway 71',
  'PO Box 12',
  '',
  'Two Rivers Rd',
  'Ten Mile Rd',
  'Twenty-One Mile Rd',
  'Twenty Nine Palms Hwy',
  'Forty Acre Rd',
  'Lomas Blvd',
  'Ciudad Jardín',
  '7 Mile Rd',
  '12 Mile Road',
  'I-35 Frontage Rd',
  'US-290',
  'FM 2222',
  'TX-71 East',
  'Calle Rosa',
  'Calle 5',
  'Carr 2',
  'RR 2',
  'County Road 12',
  '42nd St',
  'N Lamar',
  'Mile High Rd',
  'Lot 5',
  'Lot 5 Unit B',
  'Bldg 7 Suite 200',
  'Pier Ave',
  'Estate Thomas',
  'Urb Las Lomas',
])('%j has no house number', (street) => expect(hasHouseNumber(street)).toBe(false))

const noNumber = 'Please enter the street with its house number, for example 123 Main St.'
const noZip = 'Please enter the ZIP code, five digits.'

test.each([
  ['123 Main St, Austin, TX 78701', undefined],
  ['123 Main St 78701', undefined],
  ['１００ Main St, Austin, TX ７８７０１', undefined],
  ['Pier 39, San Francisco, CA 94133', undefined],
  ['CO RD 88 Box 12, Lyford, TX 78569', undefined],
  ['Main', noNumber],
  ['Main St, Austin, TX 78701', noNumber],
  ['Austin, TX 78701', noNumber],
  ['78701', 'Please enter service address'],
  ['123 Main St', noZip],
  ['123 Main St, Austin, TX', noZip],
  ['123 Main St, Austin, TX 7870', noZip],
  [
    'P.O. Box 12, Austin, TX 73301',
    'We come to your car. Please enter a street address, not a post office box.',
  ],
  [
    '12 POB 7, Austin, TX 78704',
    'We come to your car. Please enter a street address, not a post office box.',
  ],
  ['12 Apo Ave, Austin, TX 78704', undefined],
  ['12 Elm St, Unit 5, Austin, TX 78704', undefined],
  ['123 Main St, Austin, TX 78704, Germany', 'We come to addresses in the United States only.'],
  ['123 Main St, Austin, TX 78704, USA', undefined],
  ['123 Main St, Austin, TX 78704, behind gate 4', undefined],
  ['1234567890 Main St, Austin, TX 78704', noNumber],
  ['0 Main St, Austin, TX 78704', noNumber],
  ['#00 Main St, Austin, TX 78704', noNumber],
  ['01 Main St, Austin, TX 78704', undefined],
  ['D-12 Calle Rosa, Bayamón, PR 00956', undefined],
  ['Carr 2 Km 12.3, Barceloneta, PR 00617', undefined],
  ['RR 2 Box 152, Fairfield, IA 52556', undefined],
  ['12 Elm St, Austin, TX 78701 (gate 4711)', undefined],
  ['12 Elm St, Austin, TX 787011234', undefined],
  ['12 Elm St, Austin, TX 78701-1234 gate code 55555', undefined],
  ['12 Elm St, Austin TX 78701 blue door', undefined],
  ['RR 2, Box 152, Fairfield, IA 52556', undefined],
  ['0N123 Main St, Wheaton, IL 60187', undefined],
  ['0S Main St, Wheaton, IL 60187', noNumber],
  ['Rte. 3, Box 99, Fairfield, IA 52556', undefined],
  ['HC-01, Box 4567, Utuado, PR 00641', undefined],
  ['Calle Rosa, San Juan, PR 00901', noNumber],
  ['RR 2, Fairfield, IA 52556', noNumber],
  ['Two Rivers Rd, Austin, TX 78701', noNumber],
  ['123 Poboy Ln, Austin, TX 78704', undefined],
  // Empty and overlong input is reported elsewhere.
  ['', undefined],
  ['9'.repeat(400), undefined],
])('%j lacks: %s', (line, problem) => expect(lineProblem(line)).toBe(problem))

test.each([
  'PSC 3 Box 1234, APO AE 09021',
  'PSC 3, Box 1234, APO, AE 09021',
  'CMR 450 Box 12, APO AE 09705',
  'Unit 2050 Box 4190, APO, AP 96278',
  'USS Carney, FPO AE 09566',
  '12 Elm St, D.P.O. A.A. 34023',
])('%s is a military mailbox', (line) =>
  expect(lineProblem(line)).toBe(
    'We come to your car. Please enter a street address, not a military mailbox.',
  ),
)

test('a form reports each missing part, city and state once there is a ZIP code', () => {
  const nothing = { street: '', unit: '', city: '', state: '', zip: '' }
  const parts = (some: object) => addressProblems({ ...nothing, ...some }).map(({ part }) => part)
  expect(parts({})).toEqual(['street'])
  expect(parts({ street: 'Main' })).toEqual(['street', 'zip'])
  expect(parts({ street: '12 Elm St', zip: '7870' })).toEqual(['zip'])
  expect(parts({ zip: '00601' })).toEqual(['street', 'city', 'state'])
  expect(parts({ ...at('12 Elm St', 'Apt 4') })).toEqual([])
})

test.each([
  ['Saint Paul', 'St. Paul', true],
  ['mckinney', 'McKinney', true],
  ["Coeur d'Alene", 'Coeur D Alene', true],
  ['Round Rock', 'Austin', false],
])('%s and %s mean the same city: %s', (one, other, same) =>
  expect(sameCity(one, other)).toBe(same),
)

test.each([
  ['123 Main St, Austin, XX 78701', true],
  ['123 Main St, Austin XX 78701', true],
  ['123 Main St, Apt 4, Austin, xx. 78701', true],
  ['123 Main St, XX 78701', true],
  ['123 Main St, Austin, Texos 78701', true],
  ['123 Main St, Austin, Tex. 78701', false],
  ['123 Main St, Austin, TX 78701', false],
  ['123 Main St, Austin 78701', false],
  ['123 Main St, Round Rock 78701', false],
  ['500 Austin Dr 78701', false],
  ['123 Main St 78701', false],
])('%j has an unknown state: %s', (line, unknown) =>
  expect(hasUnknownState(line, austin)).toBe(unknown),
)

test('a two-word city is distinguished from one with an unknown state', () => {
  expect(hasUnknownState('1 Oak St, Saint Jo 76265', { city: 'Saint Jo', state: 'TX' })).toBe(false)
  expect(hasUnknownState('1 Oak St, St. Jo 76265', { city: 'Saint Jo', state: 'TX' })).toBe(false)
})

describe('the ZIP code of', () => {
  test.each([
    ['1107 Barton Springs Road, Austin, TX 78704', '78704'],
    ['12001 Metric Boulevard, Austin, TX 78758', '78758'],
    ['500 Congress Ave, Austin, TX 78701-1234', '78701'],
    ['500 Congress Ave, Austin, TX 78701, USA', '78701'],
    ['500 Congress Ave, Austin, TX 78701 USA', '78701'],
    ['500 Congress Ave, Austin, TX ７８７０１', '78701'],
    ['500 Congress Ave\nAustin, TX  78701 \n', '78701'],
    ['500 Congress Ave Austin Texas 78701.', '78701'],
    ['12 Elm St, Austin TX 78701, behind gate 4', '78701'],
    ['12 Elm St, Austin TX 78701 blue door 12345', '78701'],
    ['12 Elm St, Austin TX 78701, gate 12345', '78701'],
    ['12 Elm St, Austin TX 78701, apt 10234', '78701'],
    ['1 Main St, Boston, MA 02108', '02108'],
    ['78704', '78704'],
    ['  78704-0001  ', '78704'],
    ['12001 Metric Boulevard, Austin', null],
    ['12001, Metric Boulevard, Austin', null],
    ['500 Congress Ave, Austin, TX', null],
    ['Apt 10234', null],
    ['PO Box 12345', null],
    ['Call 512-555-0142', null],
    ['Order 123456', null],
    ['A78701', null],
    ['', null],
  ])('%j is %j', (address, zip) => {
    expect(findZip(address)).toBe(zip)
  })
})
