import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { log } from '#server/base/log.ts'
import { db } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { storedPicture } from '#server/features/photos/queries.ts'
import { exportedTables } from './tables.ts'
import { readTable } from './read-table.ts'

/** Everything that is stored, as a zip that is made while it is read: one CSV file a table, the pictures if wanted. */
export function exportArchive({ photos }: { photos: boolean }): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  const out = Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false })
  const stop = (error: unknown) => {
    // Cut off, so that half an archive does not pass for a whole one.
    log.error({ err: error }, 'an export of all data was not finished')
    out.destroy(error instanceof Error ? error : new Error('The export failed'))
  }
  zip.on('error', stop)
  const addLazily = (name: string, open: () => Readable, compress = true) =>
    zip.addReadStreamLazy(name, { mtime: now(), compress }, (take) => {
      const stream = open().on('error', stop)
      take(null, stream)
    })
  zip.addBuffer(Buffer.from(about(), 'utf8'), 'README.txt', { mtime: now() })
  for (const [table, name] of Object.entries(exportedTables))
    addLazily(`${name}.csv`, () => Readable.from(readTable(table), { objectMode: false }))
  // Not known before it is asked, and the archive may begin meanwhile.
  void (photos ? addPhotos(addLazily) : Promise.resolve()).then(() => zip.end(), stop)
  return out
}

async function addPhotos(add: (name: string, open: () => Readable, compress: boolean) => void) {
  const rows = await db().select({ id: jobPhotos.id, jobId: jobPhotos.jobId }).from(jobPhotos)
  for (const { id, jobId } of rows)
    add(`photos/${jobId}/${id}.jpg`, () => Readable.from(picture(id), { objectMode: false }), false)
}

/** Empty where the store has it no more: one picture is no reason to have none of the rest. */
async function* picture(id: string) {
  const bytes = await storedPicture(id)
  if (bytes) yield Buffer.from(bytes)
}

const about = () =>
  [
    `${currentSettings().brandName}: everything that is stored, ${businessToday()}`,
    '',
    'One CSV file a table, UTF-8, the names of the columns in the first row.',
    'Amounts that end in _cents are whole cents; instants are UTC; dates are those of the business.',
    'Texts that a spreadsheet would run as a formula have an apostrophe in front.',
    'Left out is what opens something: sessions, codes, links, keys, and what the card network calls a card.',
    '',
  ].join('\r\n')
