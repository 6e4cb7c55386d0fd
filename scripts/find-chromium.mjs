// Finds a Chromium for the browser tests, or installs one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { onPath, aptInstall } from './find-program.mjs'
import { runProgram } from './processes.mjs'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
]
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
]

const systemChromium = () =>
  names.map(onPath).find(Boolean) ?? elsewhere.find((path) => existsSync(path))

async function playwrightChromium() {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** Resolves to the path of a Chromium or Chrome, installing one where it may; throws with what to do. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  const present = systemChromium() ?? (await playwrightChromium())
  if (present) return present

  if (await aptInstall('chromium')) {
    const installed = systemChromium()
    if (installed) return installed
  }
  console.log('Installing a Chromium for the browser tests …')
  const { output } = await runProgram('playwright', ['install', 'chromium'], { show: 'never' })
  const downloaded = await playwrightChromium()
  if (downloaded) return downloaded
  throw new Error(
    'The browser tests need Chromium or Chrome. Install one, or name it with CHROMIUM_PATH=/path/to/chromium.\n' +
      `\`playwright install chromium\` said:\n${output.trim()}`,
  )
}
