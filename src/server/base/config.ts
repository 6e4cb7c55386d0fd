import { isIPv4 } from 'node:net'
import { z } from 'zod'
import { isEmail, storedEmail } from '#shared/rules/mailboxes.ts'
import { looksLikePhone } from '#shared/rules/phone-numbers.ts'
import type { Settings } from '#shared/rules/settings.ts'
import { readSecretFiles, secretFileNames } from './secret-files.ts'

const wholeNumber = (min: number, max: number, error: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((number) => number >= min && number <= max, error)
const port = wholeNumber(0, 65_535, 'must be a whole number from 0 to 65535')
const url = z.url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
const postgres = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
const isBareOrigin = (value: string) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`
const text = z.string().min(1)
const email = z.string().transform(storedEmail).refine(isEmail, 'must be an e-mail address')
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be 1 or 0' })
  .transform((value) => value === '1' || value === 'true')

/**
 * A tile server's origin for the content policy, with `*` for the variable part of its name (`{s}`); undefined for an
 * invalid address.
 */
export function tileOrigin(template: string): string | undefined {
  if (!['{z}', '{x}', '{y}'].every((part) => template.includes(part))) return undefined
  const [, scheme, anyName = '', rest] =
    /^(https?:\/\/)(\{s\}\.)?([\w.-]+(?::\d+)?)\/[^\s{]*\{/.exec(template) ?? []
  if (!scheme || !rest || !URL.canParse(scheme + rest)) return undefined
  return scheme + (anyName && '*.') + rest
}

/** Number of proxies in front of the server. */
const proxies = z
  .string()
  .default('0')
  .transform((value) => (value === 'true' ? '1' : value === 'false' ? '0' : value))
  .pipe(z.string().regex(/^\d$/, 'must be the number of proxies, 0 to 9').transform(Number))

/** The roles of a process: answering requests, background work, or both. */
const roles = ['all', 'web', 'worker'] as const

const isDecodable = (text: string) => {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

const variables = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], {
      error: 'must be production, development or test',
    })
    .optional(),
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: postgres.optional(),
  DATABASE_DIRECT_URL: postgres.optional(),
  DATABASE_READ_URL: postgres.optional(),
  ORIGIN: url.refine(isBareOrigin, 'must not have a path').optional(),
  TRUST_PROXY: proxies,
  ROLE: z.enum(roles, { error: `must be one of ${roles.join(', ')}` }).default('all'),
  DRAIN_SECONDS: wholeNumber(0, 300, 'must be a whole number of seconds, at most 300').optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  SLOW_QUERY_MS: wholeNumber(
    0,
    3_600_000,
    'must be a whole number of milliseconds, 0 for never',
  ).default(500),
  REQUESTS_PER_MINUTE: wholeNumber(0, 1_000_000, 'must be a whole number, 0 for no limit').default(
    600,
  ),
  ADMIN_EMAIL: email.optional(),
  BUSINESS_NAME: text.max(80, 'must have at most 80 letters').optional(),
  BUSINESS_PHONE: text
    .max(40, 'must have at most 40 letters')
    .refine(looksLikePhone, 'must be a phone number with its area code, such as (512) 555-0142')
    .optional(),
  BUSINESS_EMAIL: email.optional(),
  BUSINESS_CLAIMS: text.max(600, 'must have at most 600 letters').optional(),
  DEMO: flag.optional(),
  DEMO_BEYOND_LOOPBACK: flag.default(false),
  OIDC_ISSUER: url.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .refine(
      (url) => Boolean(URL.parse(url)?.hostname),
      'must be like smtps://user:password@host:465, with @ : / ? # of a password as %40 %3A %2F %3F %23',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\s@<>]+@[^\s@<>]+$|^[^<>]*<[^\s@<>]+@[^\s@<>]+>$/,
      'must be like hello@example.com or Mobile Oil <hello@example.com>',
    )
    .optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^\+[1-9]\d{7,14}$/, 'must be a number such as +15125550142')
    .optional(),
  TWILIO_API_URL: url.optional(),
  SQUARE_ACCESS_TOKEN: text.optional(),
  SQUARE_APPLICATION_ID: text.optional(),
  SQUARE_LOCATION_ID: text.optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: text.optional(),
  SQUARE_ENVIRONMENT: z
    .enum(['sandbox', 'production'], { error: 'must be sandbox or production' })
    .optional(),
  SQUARE_API_URL: url.optional(),
  SQUARE_SCRIPT_URL: url.optional(),
  SQUARE_WEBHOOK_URL: url.optional(),
  APPLE_PAY_DOMAIN_FILE: text.optional(),
  VPIC_LIVE: flag.default(false),
  VPIC_URL: url.optional(),
  PLATETOVIN_KEY: text.optional(),
  PLATETOVIN_URL: url.optional(),
  GEOCODER_URL: url.optional(),
  ROUTER_URL: url.optional(),
  OPTIMIZER_URL: url.optional(),
  MAP_TILES_URL: z
    .string()
    .refine((value) => tileOrigin(value) !== undefined, {
      error: 'must be http:// or https:// with {z}, {x} and {y} in its path',
    })
    .optional(),
  MAP_TILES_ATTRIBUTION: text
    .max(200, 'must have at most 200 letters')
    .default('© OpenStreetMap contributors'),
  OUTBOUND_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().regex(/^[a-z0-9.-]+$/, 'must be host names, separated by commas'))),
  METRICS_TOKEN: text.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/, 'must be name=value,name=value')
    .refine(isDecodable, 'must have % of a value as %25')
    .optional(),
  OTEL_SERVICE_NAME: text.default('fivequart'),
  BACKUP_KEY: text.min(12, 'must have at least 12 letters').optional(),
  PHOTO_S3_ENDPOINT: url.optional(),
  PHOTO_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,62}$/, 'is no name of a bucket')
    .optional(),
  PHOTO_S3_REGION: text.optional(),
  PHOTO_S3_ACCESS_KEY: text.optional(),
  PHOTO_S3_SECRET_KEY: text.optional(),
})

export type Config = z.output<typeof variables>

/** Prefixes used only by us, so a misspelled variable is noticed. */
const families =
  /^(BUSINESS|OIDC|SMTP|MAIL|VPIC|PLATETOVIN|GEOCODER|DEMO|ADMIN|SQUARE|TWILIO|PHOTO|MAP|OUTBOUND|S3|APPLE|FIVEQUART)_/

/** Only secrets may come from a file; any other `_FILE` variable is refused. */
const isOurs = (name: string, own: readonly string[]) =>
  families.test(name) || own.includes(name.replace(/_FILE$/, ''))

/** Reads the configuration, partly from files; throws an Error with one clear line for an unknown or malformed variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const own = Object.keys(variables.shape)
  const known = [...own, ...secretFileNames]
  const unknown = Object.keys(env).find(
    (name) => isOurs(name, own) && !known.includes(name) && !internal.includes(name),
  )
  if (unknown) throw new Error(`Unknown configuration ${unknown}. See the table in README.md.`)
  for (const name of Object.keys(env)) {
    const meant = !known.includes(name) && closestName(name, known)
    if (meant) throw new Error(`Unknown configuration ${name}. Did you mean ${meant}?`)
  }
  const full = readSecretFiles(env)
  const given = Object.fromEntries(own.map((name) => [name, full[name] || undefined]))
  const result = variables.safeParse(given)
  if (!result.success) {
    const issue = result.error.issues[0]
    throw new Error(`Configuration ${String(issue?.path[0])} is malformed: ${issue?.message}.`)
  }
  if (result.data.OIDC_ISSUER && !result.data.OIDC_CLIENT_ID)
    throw new Error('Configuration OIDC_ISSUER needs OIDC_CLIENT_ID too.')
  if (result.data.SMTP_URL && !result.data.MAIL_FROM)
    throw new Error('Configuration SMTP_URL needs MAIL_FROM too.')
  assertTogether(result.data, ['OTEL_EXPORTER_OTLP_ENDPOINT'], ['OTEL_EXPORTER_OTLP_HEADERS'])
  assertTogether(result.data, ['DATABASE_URL'], ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
  if (result.data.ROLE !== 'all' && !result.data.DATABASE_URL)
    throw new Error(
      `Configuration ROLE must be all without DATABASE_URL: the embedded database has one process.`,
    )
  assertTogether(result.data, bucketNames, ['PHOTO_S3_BUCKET'])
  assertTogether(result.data, twilioNames, ['TWILIO_API_URL'])
  assertTogether(result.data, squareNames, squareAddresses)
  assertSquare(result.data)
  const reached = isDemo(result.data) && !result.data.DEMO_BEYOND_LOOPBACK && beyond(result.data)
  if (reached)
    throw new Error(
      `Demo mode lets anybody in as admin, so it is for this machine only. For ${reached} set NODE_ENV=production, DEMO=0 or DEMO_BEYOND_LOOPBACK=1.`,
    )
  return result.data
}

/** The setting that exposes this server to other machines. */
function beyond({ HOST, ORIGIN, TRUST_PROXY }: Config): string | undefined {
  if (!isLoopback(HOST)) return `HOST=${HOST}`
  if (ORIGIN && !isLoopback(new URL(ORIGIN).hostname)) return `ORIGIN=${ORIGIN}`
  return TRUST_PROXY > 0 ? `TRUST_PROXY=${TRUST_PROXY}` : undefined
}

const bucketNames = [
  'PHOTO_S3_ENDPOINT',
  'PHOTO_S3_REGION',
  'PHOTO_S3_ACCESS_KEY',
  'PHOTO_S3_SECRET_KEY',
] as const

const twilioNames = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const

const squareNames = [
  'SQUARE_ACCESS_TOKEN',
  'SQUARE_APPLICATION_ID',
  'SQUARE_LOCATION_ID',
  'SQUARE_WEBHOOK_SIGNATURE_KEY',
  'SQUARE_ENVIRONMENT',
] as const
const squareAddresses = ['SQUARE_API_URL', 'SQUARE_SCRIPT_URL', 'SQUARE_WEBHOOK_URL'] as const

/** A trial must not charge real cards, and the sandbox's form must not feed a live account. */
function assertSquare(config: Config): void {
  const { NODE_ENV, ORIGIN, SQUARE_APPLICATION_ID: id, SQUARE_ENVIRONMENT: environment } = config
  if (!environment) return
  if (environment === 'production' && NODE_ENV !== 'production')
    throw new Error(
      'Configuration SQUARE_ENVIRONMENT must be sandbox, unless NODE_ENV is production.',
    )
  if (id?.startsWith('sandbox-') && environment === 'production')
    throw new Error(
      'Configuration SQUARE_APPLICATION_ID is one of the sandbox, but SQUARE_ENVIRONMENT is production.',
    )
  if (NODE_ENV === 'production' && !ORIGIN && !config.SQUARE_WEBHOOK_URL)
    throw new Error(
      'Configuration SQUARE_ACCESS_TOKEN needs ORIGIN or SQUARE_WEBHOOK_URL too: webhooks are signed with their address.',
    )
}

type Name = keyof Config

/** Requires all or none of `needed`, and `also` only with them. */
function assertTogether(config: Config, needed: readonly Name[], also: readonly Name[]): void {
  const given = [...needed, ...also].find((name) => config[name])
  const missing = needed.find((name) => !config[name])
  if (given && missing) throw new Error(`Configuration ${given} needs ${missing} too.`)
}

/**
 * How long a stopping process still answers while reporting that it is not ready, in milliseconds: until proxies have
 * noticed, since their requests would otherwise be refused.
 */
export const drainMs = ({ DRAIN_SECONDS, NODE_ENV, TRUST_PROXY }: Config): number =>
  1000 * (DRAIN_SECONDS ?? (NODE_ENV === 'production' && TRUST_PROXY > 0 ? 5 : 0))

/** Where data is stored. */
export const databaseOf = (config: Config) => ({
  url: config.DATABASE_URL,
  directUrl: config.DATABASE_DIRECT_URL,
  readUrl: config.DATABASE_READ_URL,
  dataDir: config.DATA_DIR,
})

/** Where traces go, if configured. */
export function tracingOf(config: Config) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: given } = config
  if (!endpoint) return undefined
  const pairs = given?.split(',').map((pair) => {
    const [name = '', ...value] = pair.trim().split('=')
    return [name, decodeURIComponent(value.join('='))]
  })
  return { endpoint, headers: Object.fromEntries(pairs ?? []), service: config.OTEL_SERVICE_NAME }
}

/** Settings given by environment variables, and only those. */
export function businessOf(config: Config): Partial<Settings> {
  const { BUSINESS_NAME, BUSINESS_PHONE, BUSINESS_EMAIL, BUSINESS_CLAIMS } = config
  return {
    ...(BUSINESS_NAME && { brandName: BUSINESS_NAME }),
    ...(BUSINESS_PHONE && { supportPhone: BUSINESS_PHONE }),
    ...(BUSINESS_EMAIL && { supportEmail: BUSINESS_EMAIL }),
    ...(BUSINESS_CLAIMS && { claims: listOf(BUSINESS_CLAIMS) }),
  }
}

const listOf = (text: string) =>
  text
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)

/** The bucket for photos, if configured; its variables come together or not at all. */
export function photoBucket(config: Config) {
  const { PHOTO_S3_ENDPOINT: endpoint, PHOTO_S3_REGION: region, PHOTO_S3_BUCKET: bucket } = config
  const { PHOTO_S3_ACCESS_KEY: accessKey, PHOTO_S3_SECRET_KEY: secretKey } = config
  if (!endpoint || !region || !accessKey || !secretKey) return undefined
  return { endpoint, bucket, region, accessKey, secretKey }
}

/** The telephony provider, if configured; its variables come together or not at all. */
export function twilioAccount(config: Config) {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = config
  const { TWILIO_FROM: from, TWILIO_API_URL: apiUrl } = config
  if (!accountSid || !authToken || !from) return undefined
  return { accountSid, authToken, from, apiUrl }
}

/** The Square account, if configured; its variables come together or not at all. */
export function squareAccount(config: Config) {
  const { SQUARE_ACCESS_TOKEN: accessToken, SQUARE_APPLICATION_ID: applicationId } = config
  const { SQUARE_LOCATION_ID: locationId, SQUARE_WEBHOOK_SIGNATURE_KEY: signatureKey } = config
  const { SQUARE_ENVIRONMENT: environment, SQUARE_API_URL: apiUrl } = config
  if (!accessToken || !applicationId || !locationId || !signatureKey || !environment)
    return undefined
  const { ORIGIN = `http://${config.HOST}:${config.PORT}`, SQUARE_SCRIPT_URL: scriptUrl } = config
  const webhookUrl = config.SQUARE_WEBHOOK_URL ?? `${new URL(ORIGIN).origin}/api/payments/webhook`
  const keys = { accessToken, applicationId, locationId, signatureKey }
  return { ...keys, environment, webhookUrl, apiUrl, scriptUrl }
}

/** Whether a name or address means only this machine. */
export const isLoopback = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) ||
  host.endsWith('.localhost') ||
  (isIPv4(host) && host.startsWith('127.'))

/** Set by the start script for its own child processes. */
const internal = ['FIVEQUART_DEV', 'FIVEQUART_LAUNCHED']

/** Whether visits can be paid by card: through Square, or outside production through the simulator. */
export const hasCardNetwork = (config: Config): boolean =>
  config.NODE_ENV !== 'production' || squareAccount(config) !== undefined

/** Demo mode: the default outside production, never inside it. */
export function isDemo(config: Config): boolean {
  return config.NODE_ENV !== 'production' && (config.DEMO ?? config.NODE_ENV !== 'test')
}

/** Tile server of the office's maps. */
export const mapTilesOf = ({ MAP_TILES_URL, MAP_TILES_ATTRIBUTION }: Config) =>
  MAP_TILES_URL ? { url: MAP_TILES_URL, attribution: MAP_TILES_ATTRIBUTION } : null

/** Short names like PORT are one letter away from other programs' names. */
const shortestMisspelt = 7

/** The known name within one or two letters of a misspelled one. */
const closestName = (name: string, known: readonly string[]): string | undefined =>
  name.length < shortestMisspelt
    ? undefined
    : known.find((one) => one.length >= shortestMisspelt && isNearly(name, one))

/** Whether one letter (two in a long name) is missing, extra or different. */
function isNearly(written: string, meant: string): boolean {
  const most = meant.length > 8 ? 2 : 1
  if (Math.abs(written.length - meant.length) > most) return false
  let row = Array.from({ length: meant.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...written].entries()) {
    const above = row
    row = [at + 1]
    for (const [index, other] of [...meant].entries())
      row.push(
        Math.min(
          (above[index] ?? 0) + (letter === other ? 0 : 1),
          (above[index + 1] ?? 0) + 1,
          (row[index] ?? 0) + 1,
        ),
      )
  }
  return (row.at(-1) ?? 0) <= most
}
