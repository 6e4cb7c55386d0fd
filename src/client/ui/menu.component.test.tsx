import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { Button } from './button.tsx'
import { Menu } from './menu.tsx'

const move = vi.fn<() => void>()
const cancel = vi.fn<() => void>()

async function openMenu() {
  move.mockReset()
  cancel.mockReset()
  await showPage(
    <Menu
      items={[
        { label: 'Receipt', href: '/receipt/1' },
        { label: 'Reschedule', onSelect: move },
        { label: 'Cancel visit', onSelect: cancel, disabledReason: 'It has started' },
      ]}
      trigger={(props) => <Button {...props}>More</Button>}
    />,
  )
  await page.getByRole('button', { name: 'More' }).click()
}

const item = (name: RegExp | string) => page.getByRole('menuitem', { name })

test('it opens on its first item; arrows wrap around, letters jump', async () => {
  await openMenu()
  await expect.element(item('Receipt')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Reschedule')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(item(/Cancel visit/)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Receipt')).toHaveFocus()
  await userEvent.keyboard('c')
  await expect.element(item(/Cancel visit/)).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(item('Receipt')).toHaveFocus()
})

test('Enter runs the item and closes', async () => {
  await openMenu()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(move).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
})

test('Escape closes without running anything and restores the focus', async () => {
  await openMenu()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus()
  expect(move).not.toHaveBeenCalled()
})

test('a disabled item stays, shows why and does nothing', async () => {
  await openMenu()
  await expect.element(item(/It has started/)).toHaveAttribute('aria-disabled', 'true')
  await item(/Cancel visit/).click({ force: true })
  expect(cancel).not.toHaveBeenCalled()
})

test('it stays inside a narrow window', async () => {
  await page.viewport(320, 480)
  await openMenu()
  const box = page.getByRole('menu').element().getBoundingClientRect()
  expect(box.left).toBeGreaterThanOrEqual(8)
  expect(box.right).toBeLessThanOrEqual(312)
  await page.viewport(390, 844)
})
