import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { Tabs } from './tabs.tsx'

const tabs = ['Core Spots', 'Service Pricing', 'System Settings', 'Business', 'Messages'].map(
  (label) => ({ id: label, label, content: `All of ${label}` }),
)
/** Whether a whole tab is visible within its list, which scrolls by whole pixels. */
function isInSight(name: string): boolean {
  const tab = page.getByRole('tab', { name }).element().getBoundingClientRect()
  const list = page.getByRole('tablist').element().getBoundingClientRect()
  return tab.left > list.left - 1 && tab.right < list.right + 1
}

test('on a phone the tab named by the address is visible, and so is a selected one', async () => {
  await showPage(
    <div style={{ width: 320 }}>
      <Tabs label="Settings" tabs={tabs} value="Messages" />
    </div>,
  )
  await expect.element(page.getByText('All of Messages')).toBeVisible()
  await expect.poll(() => isInSight('Messages')).toBe(true)
  expect(isInSight('Core Spots')).toBe(false)
  expect(window.scrollY).toBe(0)
})

test('arrow keys bring the selected tab into view', async () => {
  await showPage(
    <div style={{ width: 320 }}>
      <Tabs label="Settings" tabs={tabs} />
    </div>,
  )
  expect(isInSight('Core Spots')).toBe(true)
  page.getByRole('tab', { name: 'Core Spots' }).element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByText('All of Messages')).toBeVisible()
  expect(isInSight('Messages')).toBe(true)
})
