import { defineConfig, devices } from '@playwright/test'
import { chromiumLaunch } from './scripts/chromium-switches.ts'

// Drawn by the processor: at the 2.6 dots per pixel of the real one it would draw seven times as much.
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }

/** `npm test` follows the main journeys; all others, and every screen, are for `npm test -- full`, or named by path. */
const isFull = process.env.FIVEQUART_TESTS === 'full'
const main = /[\\/](booking|guest|journey|landing|office-day|payment)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  testMatch: isFull ? '*.spec.ts' : main,
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A shared machine may stall for a moment; what fails twice is wrong.
  retries: process.env.CI ? 2 : 0,
  reporter: [['list']],
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    // Recording costs a third of the time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // It would answer from its cache where a test makes a request fail. Where it is the point, or people's way is
    // followed from end to end, it is allowed.
    serviceWorkers: 'block',
    // Colours on their way to others would fail any check of contrast, and nothing is pressed while it moves.
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
            // What the others are about is the same at every width.
            testMatch: /(journey|landing|screens)\.spec\.ts$/,
          },
        ]
      : []),
  ],
})
