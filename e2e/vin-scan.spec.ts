import type { Page } from '@playwright/test'
import { chromiumLaunch } from '../scripts/chromium-switches.ts'
import { expectAccessible } from './accessible.ts'
import { holdToasts, openPage, press, see, seeNone, the } from './actions.ts'
import { signUp } from './calls.ts'
import { expect, test } from './server.ts'

const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ launchOptions: { ...chromiumLaunch, args: [...chromiumLaunch.args, ...fakeCamera] } })

interface Scanning extends Window {
  codes: string[]
  tracks: MediaStreamTrack[]
}

/** Installs a detector that returns the test's code, and records every camera that was turned on. */
const prepareCamera = (page: Page) =>
  page.addInitScript(() => {
    const seen = globalThis as unknown as Scanning
    Object.assign(seen, { codes: [], tracks: [] })
    const detector = class {
      static getSupportedFormats = async () => ['code_39', 'ean_13']
      detect = async () => seen.codes.map((rawValue) => ({ rawValue }))
    }
    Object.assign(globalThis, { BarcodeDetector: detector })
    const { mediaDevices } = navigator
    const turnOn = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await turnOn(wanted)
      seen.tracks.push(...stream.getTracks())
      return stream
    }
  })

const show = (page: Page, ...codes: string[]) =>
  page.evaluate((shown) => Object.assign(globalThis, { codes: shown }), codes)
const cameras = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as Scanning).tracks.map(({ readyState }) => readyState),
  )

test.beforeEach(async ({ page }) => {
  await signUp(page.request, 'customer')
  await holdToasts(page)
})

test('the camera fills in a valid VIN, and turns off', async ({ page }) => {
  await prepareCamera(page)
  // This document, opened elsewhere, may not use the camera: it reloads, keeping typed text.
  await page.goto('/add-vehicle')
  await press(page, the.link('We fill in the rest.'))
  const vin = page.getByLabel('VIN', { exact: true })
  await vin.fill('1HGCM')
  const scan = page.getByRole('button', { name: 'Scan with the camera' })
  await scan.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Scan the VIN' })
  await expect(dialog.getByRole('status')).toHaveText('Hold the bar code in front of the camera.')
  await expect(vin).toHaveValue('1HGCM')
  await expectAccessible(page)
  await show(page, '4006381333931', 'not a VIN')
  await page.waitForTimeout(500)
  await expect(dialog).toBeVisible()
  await show(page, 'I1HGCM82633A004352')
  await expect(dialog).toBeHidden()
  await expect(vin).toHaveValue('1HGCM82633A004352')
  await see(page, the.text('VIN read'))
  // A scan does not start the lookup.
  await seeNone(page, 'Vehicle Found!')
  await expect(scan).toBeFocused()
  await expect.poll(() => cameras(page)).toEqual(['ended'])
})

test('closing the dialog or hiding the page turns the camera off', async ({ page }) => {
  await prepareCamera(page)
  await page.goto('/vehicle-lookup')
  const scan = page.getByRole('button', { name: 'Scan with the camera' })
  const dialog = page.getByRole('dialog', { name: 'Scan the VIN' })
  await scan.click()
  await see(dialog, 'Hold the bar code')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(() => cameras(page)).toEqual(['ended'])

  await scan.click()
  await see(dialog, 'Hold the bar code')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(dialog).toBeHidden()
  await expect.poll(() => cameras(page)).toEqual(['ended', 'ended'])
})

for (const [name, title] of [
  ['NotAllowedError', 'The camera is not allowed'],
  ['NotFoundError', 'No camera was found'],
  ['NotReadableError', 'The camera did not start'],
] as const)
  test(`${name} is reported as '${title}'`, async ({ page }) => {
    await prepareCamera(page)
    await page.addInitScript((problem) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', problem))
    }, name)
    await page.goto('/vehicle-lookup')
    await press(page, 'Scan with the camera')
    const dialog = page.getByRole('dialog', { name: 'Scan the VIN' })
    await expect(dialog.getByRole('status')).toContainText(title)
    await press(dialog, 'Type it instead')
    await expect(dialog).toBeHidden()
  })

test('a browser without code detection offers no camera', async ({ page }) => {
  await page.addInitScript(() => Object.assign(globalThis, { BarcodeDetector: undefined }))
  await openPage(page, '/vehicle-lookup', the.button('Look Up VIN'))
  await page.waitForTimeout(300)
  await seeNone(page, the.button('Scan with the camera'))
})
