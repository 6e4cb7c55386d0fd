import { closeDatabase, openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrator.ts'
import { dropTestDatabase } from '#server/database/test-database.ts'
import { makePackage } from '#server/database/test-factories.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { installQueue } from '#server/queue/install-queue.ts'
import { type ScratchPostgres, startScratchPostgres } from '../../../scripts/scratch-postgres.ts'

export interface Replicated {
  primary: ScratchPostgres
  standby: ScratchPostgres
  /** Environment for a process to use both. */
  env: Record<string, string>
  stop: () => Promise<void>
}

/** Two servers, one following the other, with a business that takes any booking; its database is open here. */
export async function startReplicated(): Promise<Replicated> {
  const primary = await startScratchPostgres({ synchronous_commit: 'on' })
  await dropTestDatabase()
  await openDatabase({ url: primary.url, poolSize: 2 })
  await migrate()
  await installQueue()
  await changeSettings({ maxVisitsWithoutCard: 0, maxVisitsPerVehiclePerDay: 0 })
  await makePackage({ basePriceCents: 100 })
  const standby = await startScratchPostgres({}, primary)
  return {
    primary,
    standby,
    env: { DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url, DEMO: '0' },
    async stop() {
      await closeDatabase()
      await standby.stop()
      await primary.stop()
    },
  }
}
