import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { tryStorage } from '#client/app/device-storage.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { Unreachable } from './unreachable.tsx'

test('a device without storage does not claim to keep anything', async () => {
  await showPage(<Unreachable retry={() => {}} pending={false} />)
  await expect.element(page.getByText(/Nothing you entered is lost/)).toBeVisible()
  await tryStorage(() => Promise.reject(new Error('no IndexedDB')))
  await expect.element(page.getByText('Please check your connection.')).toBeVisible()
  await expect.element(page.getByText(/Nothing you entered is lost/)).not.toBeInTheDocument()
})
