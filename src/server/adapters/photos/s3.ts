import type { S3mini } from 's3mini'
import { Unavailable } from '#server/http/errors.ts'
import { log } from '#server/base/log.ts'
import { callProvider } from '../provider-call.ts'
import type { PhotoStore } from './port.ts'
import { phrase } from '#shared/texts/t.ts'

type S3Options = {
  /** Includes the bucket in host or path, unless `bucket` names it. */
  endpoint: string
  bucket?: string | undefined
  region: string
  accessKey: string
  secretKey: string
}

const timeoutMs = 20_000

/** Photos in an S3 or compatible bucket. Nothing is loaded before the first one. */
export function s3PhotoStore(options: S3Options): PhotoStore {
  let opened: Promise<S3mini> | undefined
  const ask = async <T>(call: (bucket: S3mini) => Promise<T>): Promise<T> => {
    opened ??= openBucket(options)
    const bucket = await opened
    try {
      return await callProvider('photos', () => call(bucket))
    } catch (err) {
      log.error({ err }, 'the photo bucket failed')
      throw new Unavailable(phrase('Photos cannot be reached right now. Please try again.'))
    }
  }
  return {
    put: (name, bytes) =>
      ask(async (bucket) => {
        await bucket.putObject(keyOf(name), bytes, 'image/jpeg')
      }),
    get: (name) =>
      ask(async (bucket) => {
        const bytes = await bucket.getObjectArrayBuffer(keyOf(name))
        return bytes ? new Uint8Array(bytes) : undefined
      }),
    remove: (name) =>
      ask(async (bucket) => {
        await bucket.deleteObject(keyOf(name))
      }),
  }
}

const keyOf = (name: string) => `photos/${name}`

async function openBucket(options: S3Options): Promise<S3mini> {
  const { S3mini: Bucket } = await import('s3mini')
  const { endpoint, bucket, region, accessKey, secretKey } = options
  return new Bucket({
    endpoint: bucket ? `${endpoint.replace(/\/+$/, '')}/${bucket}` : endpoint,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    requestAbortTimeout: timeoutMs,
  })
}
