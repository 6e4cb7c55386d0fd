import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { ExportButton } from './export-button.tsx'
import { serverTimeHeader } from '#shared/rules/server-time.ts'

const headers = { [serverTimeHeader]: 'now' }

const file = '/api/admin/customers/export'
const said = 'Failed to export customers. Please try again.'
const button = page.getByRole('button', { name: 'Export CSV' })

afterEach(() => vi.restoreAllMocks())

/** Renders the button; `answers` are the file's next results: whether it arrived. */
async function show(answers: boolean[], failed: Parameters<typeof ExportButton>[0]['failed']) {
  await showPage(
    <ExportButton url={file} name="customers" saved={{ title: 'Saved' }} failed={failed}>
      Export CSV
    </ExportButton>,
  )
  const usual = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (input !== file) return usual(input, init)
    return answers.shift()
      ? new Response('a,b\n', { headers })
      : Response.json({ message: 'Not now.' }, { status: 503, headers })
  })
}

test('a failure shown as an alert stays until seen, and can be retried from there', async () => {
  await show([false, false, true], { alert: said })
  await button.click()
  const alert = page.getByRole('alertdialog', { name: said })
  await expect.element(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await button.click()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Saved')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('any other failure is a toast', async () => {
  await show([false], { title: 'Export failed', description: 'Unable to export payment data.' })
  await button.click()
  await expect.element(page.getByText('Unable to export payment data.')).toBeVisible()
  expect(page.getByRole('alertdialog').elements()).toEqual([])
})
