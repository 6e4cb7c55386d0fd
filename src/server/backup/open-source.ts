import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, photoBucket } from '#server/base/config.ts'
import { diskPhotoStore } from '#server/adapters/photos/disk.ts'
import type { ListedPhotoStore } from '#server/adapters/photos/port.ts'
import { log } from '#server/base/log.ts'
import type { Driver, Handle } from '#server/database/driver.ts'
import { askForCopy } from './local-copy.ts'

type Source = {
  /** Runs `run` on one snapshot of the data. */
  reading: <T>(run: (handle: Handle) => Promise<T>) => Promise<T>
  /** Undefined if photos are in a bucket. */
  photos: ListedPhotoStore | undefined
  close: () => Promise<void>
}

/**
 * The data at DATABASE_URL or in the embedded database; while its server runs, a copy of it, where a copy is good enough.
 * Throws one clear line.
 */
export async function openSource(config: Config, { copied }: { copied: boolean }): Promise<Source> {
  const { driver, tidy } = await openDriver(config, copied)
  const { rows } = await driver.query<{ found: boolean }>(
    "select to_regclass('migrations') is not null as found",
    [],
  )
  if (!rows[0]?.found) {
    await driver.close()
    await tidy()
    throw new Error('There is nothing in the database: no server has started on it yet.')
  }
  return {
    reading: (run) =>
      driver.transaction(run, { isolation: 'repeatable read', readOnly: true, unhurried: true }),
    photos: photoBucket(config) ? undefined : diskPhotoStore(join(config.DATA_DIR, 'photos')),
    async close() {
      await driver.close()
      await tidy()
    },
  }
}

type Opened = { driver: Driver; tidy: () => Promise<void> }

async function openDriver(config: Config, copied: boolean): Promise<Opened> {
  const { DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL } = config
  if (DATABASE_URL) {
    const { openPostgres } = await import('#server/database/postgres.ts')
    const url = DATABASE_DIRECT_URL ?? DATABASE_URL
    return { driver: await openPostgres({ url, poolSize: 1 }, report), tidy: async () => {} }
  }
  if (!existsSync(join(DATA_DIR, 'database')))
    throw new Error(`There is no database in ${DATA_DIR}.`)
  const copy = copied ? await askForCopy(DATA_DIR) : undefined
  const folder = copy ?? DATA_DIR
  const tidy = async () => {
    if (copy) await rm(copy, { recursive: true, force: true })
  }
  const { openEmbedded } = await import('#server/database/embedded.ts')
  try {
    return { driver: await openEmbedded(folder, report), tidy }
  } catch (error) {
    await tidy()
    throw error
  }
}

const report = (where: string, err: unknown) => log.error({ err }, where)
