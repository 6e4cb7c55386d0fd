import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  businessOf,
  hasCardNetwork,
  isDemo,
  mapTilesOf,
  readConfig,
  squareAccount,
  tileOrigin,
} from './config.ts'

const messageOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    return error instanceof Error ? error.message : 'not an Error'
  }
  return undefined
}

test('without variables: the demo on this machine with the embedded database', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: './data' })
  expect([config.DATABASE_URL, config.TRUST_PROXY, isDemo(config)]).toEqual([undefined, 0, true])
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', ORIGIN: '', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test('e-mail addresses are stored as sign-in compares them', () => {
  const { ADMIN_EMAIL, BUSINESS_EMAIL } = readConfig({
    ADMIN_EMAIL: ' Boss@Peña.MX ',
    BUSINESS_EMAIL: 'Hello <hello@example.com>',
  })
  expect([ADMIN_EMAIL, BUSINESS_EMAIL]).toEqual(['boss@xn--pea-8ma.mx', 'hello@example.com'])
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['NODE_ENV', 'prod'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'localhost:5432'],
  ['ORIGIN', 'oil.example.com'],
  ['ORIGIN', 'localhost:3000'],
  ['ORIGIN', 'ftp://oil.example.com'],
  ['ORIGIN', 'https://oil.example.com/shop'],
  ['ORIGIN', 'https://oil.example.com/?a=1'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '-1'],
  ['TRUST_PROXY', '10.0.0.1'],
  ['LOG_LEVEL', 'loud'],
  ['REQUESTS_PER_MINUTE', 'many'],
  ['REQUESTS_PER_MINUTE', '-5'],
  ['ADMIN_EMAIL', 'owner'],
  ['BUSINESS_EMAIL', 'hello'],
  ['DEMO', 'maybe'],
  ['OIDC_ISSUER', 'accounts.example.com'],
  ['SMTP_URL', 'mail.example.com'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://user:half#half@mail.example.com:25'],
  ['MAIL_FROM', 'hello'],
  ['MAIL_FROM', 'not an address'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz'],
  ['VPIC_URL', 'javascript:alert(1)'],
  ['PLATETOVIN_URL', 'nowhere'],
  ['TWILIO_ACCOUNT_SID', 'AC123'],
  ['TWILIO_FROM', '(512) 555-0100'],
  ['TWILIO_API_URL', 'api.example.com'],
  ['PHOTO_S3_ENDPOINT', 's3.example.com'],
  ['PHOTO_S3_BUCKET', 'No/Bucket'],
])('%s=%s is refused in one line that names it', (name, value) => {
  const message = messageOf({ [name]: value })
  expect(message).toMatch(new RegExp(`^Configuration ${name} is malformed: .*\\.$`))
  expect(message).not.toContain('\n')
  expect(message).toMatch(/ (must|is no) /)
  expect(message).not.toMatch(/invalid|expected|received|NaN/i)
})

test('a port that is not a number is explained', () => {
  expect(messageOf({ PORT: 'abc' })).toBe(
    'Configuration PORT is malformed: must be a whole number from 0 to 65535.',
  )
})

test.each([
  'OIDC_CLIENTID',
  'SMTP_HOST',
  'DEMO_MODE',
  'ADMIN_MAIL',
  'FIVEQUART_PORT',
  'VPIC_KEY',
  'PHOTO_S3_KEY',
])('the unknown %s is refused by name', (name) => {
  expect(messageOf({ [name]: 'x' })).toBe(
    `Unknown configuration ${name}. See the table in README.md.`,
  )
})

test.each([
  ['DATBASE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['LOGLEVEL', 'LOG_LEVEL'],
])('%s is refused with the name that was meant', (name, meant) => {
  expect(messageOf({ [name]: 'x' })).toBe(`Unknown configuration ${name}. Did you mean ${meant}?`)
})

test.each(['12', 'call us'])('the phone number %j is refused with an explanation', (number) => {
  expect(messageOf({ BUSINESS_PHONE: number })).toBe(
    'Configuration BUSINESS_PHONE is malformed: must be a phone number with its area code, such as (512) 555-0142.',
  )
})

test("other programs' variables are ignored", () => {
  expect(messageOf({ PATH: '/bin', HOME: '/root', npm_config_x: '1', FIVEQUART_DEV: '1' })).toBe(
    undefined,
  )
})

test.each([
  [
    { OIDC_ISSUER: 'https://id.example.com' },
    'Configuration OIDC_ISSUER needs OIDC_CLIENT_ID too.',
  ],
  [{ SMTP_URL: 'smtp://localhost' }, 'Configuration SMTP_URL needs MAIL_FROM too.'],
  [
    { PHOTO_S3_ENDPOINT: 'https://s3.example.com', PHOTO_S3_REGION: 'x', PHOTO_S3_ACCESS_KEY: 'x' },
    'Configuration PHOTO_S3_ENDPOINT needs PHOTO_S3_SECRET_KEY too.',
  ],
  [
    { TWILIO_FROM: '+15125550100', TWILIO_AUTH_TOKEN: 'x' },
    'Configuration TWILIO_AUTH_TOKEN needs TWILIO_ACCOUNT_SID too.',
  ],
  [
    { TWILIO_API_URL: 'https://api.example.com' },
    'Configuration TWILIO_API_URL needs TWILIO_ACCOUNT_SID too.',
  ],
  [
    { SQUARE_ACCESS_TOKEN: 'x', SQUARE_ENVIRONMENT: 'sandbox' },
    'Configuration SQUARE_ACCESS_TOKEN needs SQUARE_APPLICATION_ID too.',
  ],
  [
    { SQUARE_SCRIPT_URL: 'https://cdn.example.com/square.js' },
    'Configuration SQUARE_SCRIPT_URL needs SQUARE_ACCESS_TOKEN too.',
  ],
  [{ PHOTO_S3_BUCKET: 'photos' }, 'Configuration PHOTO_S3_BUCKET needs PHOTO_S3_ENDPOINT too.'],
])('%j lacks its companion', (env, message) => {
  expect(messageOf(env)).toBe(message)
})

const square = {
  SQUARE_ACCESS_TOKEN: 'token',
  SQUARE_APPLICATION_ID: 'sandbox-sq0idb-1',
  SQUARE_LOCATION_ID: 'L1',
  SQUARE_WEBHOOK_SIGNATURE_KEY: 'key',
  SQUARE_ENVIRONMENT: 'sandbox',
}
const live = { NODE_ENV: 'production', SQUARE_ENVIRONMENT: 'production' }
const liveId = { SQUARE_APPLICATION_ID: 'sq0idp-1' }

test.each([
  [{ SQUARE_ENVIRONMENT: 'production' }, /^Configuration SQUARE_ENVIRONMENT must be sandbox/],
  [
    { ...live, ORIGIN: 'https://oil.example.com' },
    /^Configuration SQUARE_APPLICATION_ID is one of/,
  ],
  [{ ...live, ...liveId }, /^Configuration SQUARE_ACCESS_TOKEN needs ORIGIN or SQUARE_WEBHOOK_URL/],
  [{ SQUARE_ENVIRONMENT: 'live' }, /^Configuration SQUARE_ENVIRONMENT is malformed: must be/],
])('Square with %j stops the start', (env, message) => {
  expect(messageOf({ ...square, ...env })).toMatch(message)
})

test('Square is used in production, and its sandbox instead of the simulator elsewhere', () => {
  expect(squareAccount(readConfig({}))).toBe(undefined)
  expect([
    hasCardNetwork(readConfig({})),
    hasCardNetwork(readConfig({ NODE_ENV: 'production' })),
  ]).toEqual([true, false])
  const trial = readConfig(square)
  expect(squareAccount(trial)).toMatchObject({
    environment: 'sandbox',
    webhookUrl: 'http://127.0.0.1:3000/api/payments/webhook',
  })
  const business = readConfig({ ...square, ...live, ...liveId, ORIGIN: 'https://oil.example.com' })
  expect(hasCardNetwork(business)).toBe(true)
  expect(squareAccount(business)?.webhookUrl).toBe('https://oil.example.com/api/payments/webhook')
})

test.each([
  '0.0.0.0',
  '::',
  '192.168.1.5',
  'oil.example.com',
  '127.evil.example',
  '127.0.0.1.nip.io',
])('the demo listens on %s only with a second setting', (HOST) => {
  expect(messageOf({ HOST })).toMatch(/^Demo mode lets anybody in as admin/)
  expect(messageOf({ HOST, DEMO_BEYOND_LOOPBACK: '1' })).toBe(undefined)
  expect(messageOf({ HOST, DEMO: '0' })).toBe(undefined)
  expect(messageOf({ HOST, NODE_ENV: 'production' })).toBe(undefined)
})

test.each<Record<string, string>>([
  { ORIGIN: 'https://oil.example.com' },
  { ORIGIN: 'http://192.168.1.5:3000' },
  { ORIGIN: 'http://localhost.example.com' },
  { TRUST_PROXY: '1' },
  { ORIGIN: 'http://localhost:3000', TRUST_PROXY: '2' },
])('a demo exposed to other machines by %j needs a second setting', (env) => {
  const message = messageOf(env)
  expect(message).toMatch(/^Demo mode lets anybody in as admin[^\n]* DEMO_BEYOND_LOOPBACK=1\.$/)
  const [name, value] = Object.entries(env).at(-1) ?? []
  expect(message).toContain(`${name}=${value}`)
  expect(messageOf({ ...env, DEMO_BEYOND_LOOPBACK: '1' })).toBe(undefined)
  expect(messageOf({ ...env, DEMO: '0' })).toBe(undefined)
  expect(messageOf({ ...env, NODE_ENV: 'production' })).toBe(undefined)
})

test.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'https://[::1]:3000'])(
  'it does at %s',
  (ORIGIN) => {
    expect(messageOf({ ORIGIN })).toBe(undefined)
  },
)

test.each(['localhost', '127.0.0.1', '127.8.8.8', '::1'])('it does on %s', (HOST) => {
  expect(messageOf({ HOST })).toBe(undefined)
})

test.each([
  [{}, true],
  [{ NODE_ENV: 'development' }, true],
  [{ NODE_ENV: 'test' }, false],
  [{ NODE_ENV: 'test', DEMO: '1' }, true],
  [{ DEMO: '0' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'production', DEMO: '1' }, false],
])('%j: demo %s', (env, demo) => {
  expect(isDemo(readConfig(env))).toBe(demo)
})

test.each([
  ['0', 0],
  ['false', 0],
  ['1', 1],
  ['true', 1],
  ['2', 2],
])('TRUST_PROXY=%s: %i proxies', (TRUST_PROXY, hops) => {
  expect(readConfig({ TRUST_PROXY, DEMO: '0' }).TRUST_PROXY).toBe(hops)
})

test('.env.example lists every variable with a well-formed example', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  const lines = [...example.matchAll(/^# ?([A-Z][A-Z0-9_]+)=(.*)$/gm)]
  const env = Object.fromEntries(
    lines.map(([, name = '', value = '']) => [name, value.replaceAll('"', '')]),
  )
  const known = Object.keys(readConfig({ ...env, OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' }))
  expect(Object.keys(env).toSorted()).toEqual(known.toSorted())
})

test('business variables become settings, and only those given', () => {
  expect(businessOf(readConfig({}))).toEqual({})
  const said = {
    BUSINESS_NAME: 'Quick Oil',
    BUSINESS_PHONE: '(512) 555-0100',
    BUSINESS_EMAIL: 'hello@quick-oil.test',
    BUSINESS_CLAIMS: 'Insured; Cars up to 12 quarts ;',
  }
  expect(businessOf(readConfig(said))).toEqual({
    brandName: 'Quick Oil',
    supportPhone: '(512) 555-0100',
    supportEmail: 'hello@quick-oil.test',
    claims: ['Insured', 'Cars up to 12 quarts'],
  })
})

test.each([
  ['https://tile.openstreetmap.org/{z}/{x}/{y}.png', 'https://tile.openstreetmap.org'],
  ['http://localhost:8080/tiles/{z}/{x}/{y}?key=1', 'http://localhost:8080'],
  ['https://{s}.tiles.example.com/{z}/{x}/{y}{r}.png', 'https://*.tiles.example.com'],
])('the tile server %s is at %s', (MAP_TILES_URL, origin) => {
  expect(tileOrigin(MAP_TILES_URL)).toBe(origin)
  expect(mapTilesOf(readConfig({ MAP_TILES_URL }))).toEqual({
    url: MAP_TILES_URL,
    attribution: '© OpenStreetMap contributors',
  })
})

test.each([
  'https://tiles.example.com/',
  'https://tiles.example.com/{z}/{x}.png',
  'ftp://tiles.example.com/{z}/{x}/{y}.png',
  'tiles.example.com/{z}/{x}/{y}.png',
  'https://tiles.example.com; script-src */{z}/{x}/{y}.png',
  'https://{z}.example.com/{x}/{y}.png',
])('%s is not a tile server', (MAP_TILES_URL) => {
  expect(() => readConfig({ MAP_TILES_URL })).toThrow(
    'Configuration MAP_TILES_URL is malformed: must be http:// or https:// with {z}, {x} and {y} in its path.',
  )
})
