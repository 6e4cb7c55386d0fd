// Brings plans up to date again and again until it is killed. For killed-plans.http.test.ts.
import { openDatabase } from '#server/database/database.ts'
import { loadSettings } from '#server/features/settings/queries.ts'
import { provideOfflineServices } from '#server/testing/test-services.ts'
import { runPlans } from './actions/run-plans.ts'

provideOfflineServices()
await openDatabase({ url: process.argv[2] ?? '', poolSize: 4 })
await loadSettings()
process.send?.('running')
for (;;) {
  await runPlans()
  process.send?.('done')
}
