import './styles/main.css'
import { setLanguage } from '#shared/texts/t.ts'
import type { ScreenPath } from '#shared/rules/screen-paths.ts'
import { offlineOwner } from './app/offline-owner.ts'
import { enableZipCheck } from './screens/public/zip-check-script.ts'
import { enableContactForm } from './screens/public/contact-form-script.ts'
import { showLiveParts } from './screens/public/landing-script.ts'

// The public pages are plain HTML; this script adds live times and prices, the ZIP code check, the contact form and the
// demo's one-click sign-in. People with visits saved on this device get the app instead, even after their session ended.
// Paths are repeated here, because importing all of them would add a fifth to what these pages load.
const home = '/' satisfies ScreenPath
const dashboard = '/dashboard' satisfies ScreenPath
if (location.pathname === home && offlineOwner() !== null) location.replace(dashboard)

// A page in another language carries its script's texts.
const words = document.body.dataset.words
if (words)
  await setLanguage(document.documentElement.lang, async () => ({
    texts: JSON.parse(words) as Record<string, string>,
    plurals: {},
  }))

showLiveParts()
enableZipCheck()
enableContactForm()

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-demo-role]'))
  button.addEventListener('click', () => void enterDemo(button))

async function enterDemo(button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  const response = await fetch('/api/auth/demo', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ role: button.dataset.demoRole }),
  }).catch(() => undefined)
  if (response?.ok) location.assign('/')
  else button.disabled = false
}
