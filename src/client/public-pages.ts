import './styles/main.css'
import { showNextDays } from './screens/public/next-days.ts'

// The public pages are plain HTML; this adds live availability and the one-click sign-in of the demo.
void showNextDays()

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
