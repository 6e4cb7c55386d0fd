// Chromium refuses its sandbox to root.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []

// A whole browser draws a window around every page, with suggestions for an address bar that nobody sees: a third of
// its work. The last list of features counts, so this one has what matters here of Playwright's own too.
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

/** How every test starts its browser; `CHROMIUM_PATH` names one. */
export const chromiumLaunch = {
  args: [...sandbox, `--disable-features=${withoutFeatures.join()}`],
  ...(executablePath && { executablePath }),
}
