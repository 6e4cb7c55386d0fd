import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

const Late = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title="Here at last" />
)

test('its code loads once; a failed load is reported, and the next try may succeed', async () => {
  const load = vi
    .fn<() => Promise<{ default: typeof Late }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ default: Late })
  const LateDialog = lazyDialog(load)
  function Opener() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <p>{open ? 'open' : 'closed'}</p>
        {open && <LateDialog onClose={() => setOpen(false)} />}
      </>
    )
  }
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await showPage(<Opener />)
  const opener = page.getByRole('button', { name: 'Open' })
  const dialog = page.getByRole('dialog', { name: 'Here at last' })
  await opener.click()
  await expect.element(page.getByText(/^No connection/)).toBeVisible()
  await expect.element(page.getByText('closed')).toBeVisible()
  online.mockRestore()
  for (let i = 0; i < 2; i += 1) {
    await opener.click()
    await expect.element(dialog).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  }
  const calls = load.mock.calls.length
  await opener.click()
  await expect.element(dialog).toBeVisible()
  expect(load.mock.calls.length).toBe(calls)
})
