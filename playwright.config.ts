import { defineConfig, devices } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH
// Chromium refuses its sandbox to root.
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []

// Drawn by the processor: at the 2.6 dots per pixel of the real one it would draw seven times as much.
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A shared machine may stall for a moment; what fails twice is wrong.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    // Recording costs a third of the time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(executablePath && { executablePath }) },
  },
  projects: [
    { name: 'phone', use: phone },
    {
      name: 'desk',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
      // What the others are about is the same at every width.
      testMatch: /(journey|landing|screens)\.spec\.ts$/,
    },
  ],
})
