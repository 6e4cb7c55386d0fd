import { readFileSync } from 'node:fs'

/** Variables that can come from a file: `SMTP_URL_FILE` names a file holding `SMTP_URL`, the way containers mount secrets. */
export const secretNames = [
  'BACKUP_KEY',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PHOTO_S3_ACCESS_KEY',
  'PHOTO_S3_SECRET_KEY',
  'PLATETOVIN_KEY',
  'SMTP_URL',
  'SQUARE_ACCESS_TOKEN',
  'SQUARE_WEBHOOK_SIGNATURE_KEY',
  'TWILIO_AUTH_TOKEN',
] as const

export const secretFileNames = secretNames.map((name) => `${name}_FILE`)

type Environment = Record<string, string | undefined>

/** The environment with secrets read from the files it names. */
export function readSecretFiles(env: Environment): Environment {
  const read = secretNames.flatMap((name) => {
    const path = env[`${name}_FILE`]
    if (!path) return []
    if (env[name])
      throw new Error(`Configuration ${name} and ${name}_FILE are both given; keep one of them.`)
    return [[name, readSecret(`${name}_FILE`, path)]]
  })
  return { ...env, ...Object.fromEntries(read) }
}

function readSecret(name: string, path: string): string {
  const value = contentOf(name, path).replace(/\r?\n$/, '')
  if (!value) throw new Error(`Configuration ${name} names an empty file: ${path}.`)
  return value
}

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`Configuration ${name} names a file that cannot be read: ${path} (${code}).`, {
      cause: error,
    })
  }
}
