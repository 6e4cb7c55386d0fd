import { defineConfig, devices } from '@playwright/test'
import { chromiumLaunch } from './scripts/chromium-switches.ts'

// Rendered by the processor: the real device's 2.6 dots per pixel would be seven times the work.
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }

/** `npm test` runs the main journeys; all others, and every screen, run with `npm test -- full`, or by path. */
const isFull = process.env.FIVEQUART_TESTS === 'full'
const main = /[\\/](booking|guest|journey|landing|office-day|payment)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  testMatch: isFull ? '*.spec.ts' : main,
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A shared machine may stall for a moment; a test that fails repeatedly is a bug.
  retries: process.env.CI ? 2 : 0,
  reporter: [['list']],
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    // Recording costs a third of the time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // It would answer from its cache when a test makes a request fail. Tests about it, and journeys from end to end, allow
    // it.
    serviceWorkers: 'block',
    // Colors in transition fail contrast checks, and moving elements are not clicked.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumLaunch,
  },
  projects: [
    { name: 'phone', use: phone },
    ...(isFull
      ? [
          {
            name: 'desk',
            use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
            // The subjects of the other tests do not depend on the width.
            testMatch: /(journey|landing|screens)\.spec\.ts$/,
          },
        ]
      : []),
  ],
})
