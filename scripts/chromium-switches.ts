// Chromium's sandbox does not run as root.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []

// A full browser draws a window around every page, with suggestions for an unseen address bar: a third of its work. Only the
// last list of features applies, so this one repeats the relevant ones of Playwright's.
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const executablePath = process.env.CHROMIUM_PATH

/** Launch options of every test's browser; `CHROMIUM_PATH` overrides its path. */
export const chromiumLaunch = {
  args: [...sandbox, `--disable-features=${withoutFeatures.join()}`],
  ...(executablePath && { executablePath }),
}
