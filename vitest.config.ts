import { configDefaults, defineConfig } from 'vitest/config'
import { contractThings } from './scripts/contract-things.ts'

const databaseTests = ['src/**/*.db.test.ts', 'src/**/*.http.test.ts']

/** What `npm test` leaves to `npm test -- full`: processes that are killed, again and again. */
const slowTests =
  process.env.FIVEQUART_TESTS === 'full'
    ? []
    : [
        'src/server/database/durability.test.ts',
        'src/server/features/payments/crash.test.ts',
        'src/server/testing/processes.http.test.ts',
      ]

// A busy machine is slow, not wrong.
const patience = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
}

const onEngine = (name: 'embedded' | 'postgres', globalSetup: string) => ({
  test: {
    name,
    include: databaseTests,
    exclude: [...configDefaults.exclude, ...slowTests],
    env: { TEST_ENGINE: name },
    globalSetup,
    execArgv: ['--import', './src/server/database/lean-drizzle.ts'],
    ...patience,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [contractThings()],
        test: {
          name: 'unit',
          include: ['{src,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...databaseTests, ...slowTests],
          ...patience,
        },
      },
      onEngine('embedded', './src/server/database/test-snapshot.ts'),
      onEngine('postgres', './src/server/database/test-server.ts'),
    ],
  },
})
