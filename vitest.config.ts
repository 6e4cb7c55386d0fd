import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { chromiumLaunch } from './scripts/chromium-switches.ts'
import { contractThings } from './scripts/contract-things.ts'

const componentTests = ['src/client/**/*.component.test.tsx']
const databaseTests = ['src/**/*.db.test.ts', 'src/**/*.http.test.ts']

/**
 * Tests that only `npm test -- full` runs: processes killed again and again, all inputs to every call, and flows that the
 * browser's journeys also cover.
 */
const slowTests =
  process.env.FIVEQUART_TESTS === 'full'
    ? []
    : [
        'src/client/screens/admin/booking.component.test.tsx',
        'src/client/screens/customer/booking.component.test.tsx',
        'src/client/screens/public/guest-booking.component.test.tsx',
        'src/server/admin.test.ts',
        'src/server/backup/backup.db.test.ts',
        'src/server/database/durability.test.ts',
        'src/server/database/upgrades.http.test.ts',
        'src/server/demo/seed.db.test.ts',
        'src/server/features/daily-close/differences.http.test.ts',
        'src/server/features/exports/many-pages.http.test.ts',
        'src/server/features/imports/import.http.test.ts',
        'src/server/features/notifications/killed-sender.http.test.ts',
        'src/server/features/notifications/mails-arrive.db.test.ts',
        'src/server/features/notifications/send-mail.db.test.ts',
        'src/server/features/payments/crash.http.test.ts',
        'src/server/features/plans/killed-plans.http.test.ts',
        'src/server/features/payments/saved-cards.http.test.ts',
        'src/server/features/payments/disputes.http.test.ts',
        'src/server/features/payments/network-failures.http.test.ts',
        'src/server/features/payments/payment-filters.http.test.ts',
        'src/server/features/payments/payment-list.http.test.ts',
        'src/server/features/payments/sales-tax.http.test.ts',
        'src/server/features/payments/states.http.test.ts',
        'src/server/features/payments/tips.http.test.ts',
        'src/server/features/payments/webhook-order.http.test.ts',
        'src/server/http/any-input.http.test.ts',
        'src/server/http/bad-input.http.test.ts',
        'src/server/http/broken-input.http.test.ts',
        'src/server/http/searches.http.test.ts',
        'src/server/queue/poison.http.test.ts',
        'src/server/testing/behind-a-proxy.http.test.ts',
        'src/server/testing/behind-a-pooler.http.test.ts',
        'src/server/testing/behind-a-standby.http.test.ts',
        'src/server/testing/clock-jumps.http.test.ts',
        'src/server/testing/frozen-database.http.test.ts',
        'src/server/testing/commands.http.test.ts',
        'src/server/testing/faults.http.test.ts',
        'src/server/testing/deployment.http.test.ts',
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
    // The database, and the server's memory, live as long as the worker, as in a serving process.
    isolate: false,
    execArgv: ['--import', './src/server/database/lean-drizzle.ts'],
    ...patience,
  },
})

/**
 * What reads calls before they reach a database: once, on the engine that is three times as fast. Each takes minutes on the
 * other.
 */
const ofAnyEngine = [
  'src/server/http/any-input.http.test.ts',
  'src/server/http/bad-input.http.test.ts',
  'src/server/http/broken-input.http.test.ts',
]

const embedded = onEngine('embedded', './src/server/database/test-snapshot.ts')
const postgres = onEngine('postgres', './src/server/database/test-server.ts')

/** The money tests again, over the Square adapter and a local Square instead of the simulator. */
const overSquare = {
  test: {
    ...postgres.test,
    name: 'square',
    include: [
      ...[
        'payments',
        'settling',
        'refunds',
        'network-failures',
        'webhooks',
        'webhook-order',
        'disputes',
        'saved-cards',
        'wallets',
        'card-numbers',
        'deleted-cards',
      ].map((name) => `src/server/features/payments/${name}.http.test.ts`),
      'src/server/features/daily-close/differences.http.test.ts',
    ],
    env: { TEST_ENGINE: 'postgres', TEST_NETWORK: 'square' },
    setupFiles: './src/server/features/payments/test-square-setup.ts',
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [contractThings()],
        test: {
          name: 'unit',
          include: ['{src,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...componentTests, ...databaseTests, ...slowTests],
          isolate: false,
          ...patience,
        },
      },
      {
        plugins: [react(), tailwindcss(), contractThings()],
        // Prebundled before the first test: a reload in the middle of one would fail it.
        optimizeDeps: {
          include: ['react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime'],
          entries: ['src/client/routes.tsx', ...componentTests],
        },
        test: {
          name: 'components',
          include: componentTests,
          exclude: [...configDefaults.exclude, ...slowTests],
          setupFiles: './src/client/testing/test-setup.ts',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: chromiumLaunch,
              contextOptions: { reducedMotion: 'reduce' },
            }),
            // Most users have a phone.
            instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
          },
          ...patience,
          // Everything is already in the page.
          testTimeout: 20_000,
        },
      },
      { test: { ...embedded.test, exclude: [...embedded.test.exclude, ...ofAnyEngine] } },
      postgres,
      overSquare,
    ],
  },
})
