// `npm run photos -- transfer`: transfers photos from disk to the bucket, whether the server runs or not.
import { join } from 'node:path'
import { diskPhotoStore } from './adapters/photos/disk.ts'
import { transferPhotos } from '#server/adapters/photos/transfer-photos.ts'
import { s3PhotoStore } from './adapters/photos/s3.ts'
import { photoBucket, readConfig } from './base/config.ts'

async function run(words: string[]): Promise<string> {
  if (words.length !== 1 || words[0] !== 'transfer')
    throw new Error('Usage: npm run photos -- transfer')
  const config = readConfig(process.env)
  const bucket = photoBucket(config)
  if (!bucket)
    throw new Error('Name the bucket first: PHOTO_S3_ENDPOINT and the variables beside it.')
  const folder = join(config.DATA_DIR, 'photos')
  let transferred = 0
  await transferPhotos(diskPhotoStore(folder), s3PhotoStore(bucket), (count) => {
    transferred = count
    if (count % 100 === 0) console.log(`Files transferred: ${count} …`)
  })
  return transferred === 0
    ? `There are no photos in ${folder}.`
    : `Files that are in the bucket now: ${transferred}.`
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
