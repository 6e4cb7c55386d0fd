import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPhoton } from './photon.ts'
import { congress, startTestPhoton } from './test-photon.ts'

let photon: Awaited<ReturnType<typeof startTestPhoton>>
beforeEach(async () => {
  photon = await startTestPhoton()
  photon.answers({ places: [congress()] })
})
afterEach(() => photon.close())

const geocoder = (options = {}) => createPhoton({ baseUrl: `${photon.url}/`, ...options })
const find = (address = '500 Congress Ave', from = geocoder()) =>
  from.findHouses(address, { limit: 5 })

test('requests are limited to the United States and English, and houses come with coordinates', async () => {
  const near = { latitude: 30.25, longitude: -97.75 }
  const found = await geocoder().findHouses('500 Congress Ave, Austin, TX 78701', {
    limit: 3,
    near,
  })
  expect(found).toEqual([
    {
      houseNumber: '500',
      street: 'Congress Avenue',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      coordinates: { latitude: 30.26731, longitude: -97.74287 },
    },
  ])
  expect(photon.asked.map((query) => Object.fromEntries(query))).toEqual([
    {
      q: '500 Congress Ave, Austin, TX 78701',
      limit: '3',
      lang: 'en',
      countrycode: 'US',
      layer: 'house',
      lat: '30.25',
      lon: '-97.75',
    },
  ])
})

test.each([
  ['nothing found', []],
  ['another country', [congress({ countrycode: 'CA' })]],
  ['no country', [congress({ countrycode: undefined })]],
  ['the middle of a street', [congress({ housenumber: undefined })]],
  ['a house without a street', [congress({ street: undefined })]],
  ['no ZIP code', [congress({ postcode: undefined })]],
  ['a ZIP code of another country', [congress({ postcode: '787 01' })]],
  ['latitude and longitude the wrong way round', [congress({ at: [-97.74, 30.26] })]],
  ['a house number that is none', [congress({ housenumber: 'rear' })]],
])('no house: %s', async (_, places) => {
  photon.answers({ places })
  expect(await find('Congress')).toEqual([])
})

test('unreadable results are skipped, the rest stays', async () => {
  photon.answers({
    places: [
      congress({ at: [120, 200] }),
      congress({ postcode: '78701-2204', state: 'District of Nowhere', city: 7 }),
    ],
  })
  expect(await find()).toMatchObject([{ zip: '78701', state: undefined, city: undefined }])
})

test.each([
  ['500', { fault: 500 }, 'Photon answered 500'],
  ['a page', { raw: '<html>' }, 'Photon answered something that is no list of places'],
  [
    'another thing',
    { raw: '{"features":{}}' },
    'Photon answered something that is no list of places',
  ],
  ['nothing', { hang: true }, 'Photon did not answer in time'],
  ['half an answer', { hang: 'body' as const }, 'Photon did not answer in time'],
])('unavailable, logged for the operator without the address: %s', async (_, fault, reason) => {
  photon.answers({ places: [], ...fault })
  const reasons: string[] = []
  const onFailure = (why: string) => reasons.push(why)
  await expect(find('12 Secret Ln', geocoder({ onFailure, timeoutMs: 200 }))).rejects.toThrow(
    reason,
  )
  expect(reasons).toEqual([reason])
})

test('an unreachable server is unavailable', async () => {
  const gone = geocoder({ baseUrl: 'http://127.0.0.1:9' })
  await expect(find('500', gone)).rejects.toThrow('Photon cannot be reached')
})

const down = { places: [], fault: 503 }

test('three failures in a row pause requests for half a minute', async () => {
  let now = 0
  const asking = geocoder({ now: () => now })
  const attempt = () => find('500', asking).catch((error: Error) => error.message)
  photon.answers(down)
  for (let n = 0; n < 5; n++) await attempt()
  expect(photon.asked).toHaveLength(3)
  photon.answers({ places: [congress()] })
  expect(await attempt()).toBe('Photon is not asked for a while')
  now = 30_000
  expect(await attempt()).toHaveLength(1)
  photon.answers(down)
  await attempt()
  photon.answers({ places: [congress()] })
  expect(await attempt()).toHaveLength(1)
})

test('refused addresses do not pause requests', async () => {
  const asking = geocoder()
  for (let n = 0; n < 4; n++) await expect(find(' ', asking)).rejects.toThrow('Photon answered 400')
  expect(await find('500', asking)).toHaveLength(1)
})
