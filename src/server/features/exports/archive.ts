import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { log } from '#server/base/log.ts'
import { storedPicture } from '#server/features/photos/queries.ts'
import { customersAndCars, picturesToExport, tableCsv } from './queries.ts'
import { exportedTables } from './exported-tables.ts'

type Content = AsyncIterable<string | Uint8Array>

/** Streams everything stored as a zip: one CSV file per table, pictures on request. Ends when the reader stops. */
export function exportArchive({ photos }: { photos: boolean }): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  const out = Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false })
  let open: Readable | undefined
  out.on('close', () => open?.destroy())
  const stop = (error: unknown) => {
    if (out.destroyed) return
    // Breaks off, so that half an archive does not pass for a whole one.
    log.error({ err: error }, 'an export of all data was not finished')
    out.destroy(error instanceof Error ? error : new Error('The export failed'))
  }
  zip.on('error', stop)
  const add = (name: string, content: () => Content, compress = true) =>
    zip.addReadStreamLazy(name, { mtime: now(), compress }, (take) => {
      open = Readable.from(content(), { objectMode: false }).on('error', stop)
      take(null, open)
    })
  zip.addBuffer(Buffer.from(about(), 'utf8'), 'README.txt', { mtime: now() })
  add('customers-and-cars.csv', customersAndCars)
  for (const [name, exported] of Object.entries(exportedTables))
    add(`${name}.csv`, () => tableCsv(exported))
  const addPictures = async () => {
    for await (const { name, id, size } of picturesToExport()) {
      if (out.destroyed) return
      add(name, () => picture(id, size), false)
    }
  }
  // Runs alongside, so the archive can start right away.
  void (photos ? addPictures() : Promise.resolve()).then(() => zip.end(), stop)
  return out
}

/** Empty if the store lost it: one missing picture must not stop the rest. */
async function* picture(...which: Parameters<typeof storedPicture>) {
  const bytes = await storedPicture(...which)
  if (bytes) yield Buffer.from(bytes)
}

const about = () =>
  [
    `${currentSettings().brandName}: everything that is stored, ${businessToday()}`,
    '',
    'One CSV file a table, UTF-8, the names of the columns in the first row.',
    'customers-and-cars.csv has one row for each car, with the columns that an import knows.',
    'Amounts that end in _cents are whole cents; instants are UTC; dates are those of the business.',
    'Texts that a spreadsheet would run as a formula have an apostrophe in front.',
    'Photos, if they are in it, are in photos/ by visit and in portraits/ by person.',
    'Left out is what opens something: sessions, codes, links, keys, and what the card network calls a card.',
    '',
  ].join('\r\n')
