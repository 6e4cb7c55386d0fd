import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

function Opener({ children, footer }: { children?: ReactNode; footer?: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit vehicle</Button>
      {open && (
        <Dialog
          onClose={() => setOpen(false)}
          title="Honda Accord"
          description="Corrects the car"
          footer={footer}
        >
          {children ?? <input aria-label="Plate" />}
        </Dialog>
      )}
    </>
  )
}

const opener = page.getByRole('button', { name: 'Edit vehicle' })
const dialog = page.getByRole('dialog', { name: 'Honda Accord' })

test('it is named, described and focuses its first field', async () => {
  await showPage(<Opener />)
  await opener.click()
  await expect.element(dialog).toHaveAccessibleDescription('Corrects the car')
  await expect.element(page.getByRole('textbox', { name: 'Plate' })).toHaveFocus()
})

for (const way of ['Escape', 'cross', 'backdrop'] as const)
  test(`${way} closes it and restores the focus`, async () => {
    await showPage(<Opener />)
    await opener.click()
    await expect.element(dialog).toBeVisible()
    if (way === 'Escape') await userEvent.keyboard('{Escape}')
    if (way === 'cross') await page.getByRole('button', { name: 'Close' }).click()
    // Above the sheet, which is at the bottom of a phone.
    if (way === 'backdrop')
      await userEvent.click(document.body, { position: { x: 100, y: 20 }, force: true })
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

test('content behind it cannot be reached', async () => {
  await showPage(<Opener />)
  await opener.click()
  for (let i = 0; i < 4; i += 1) await userEvent.tab()
  expect(opener.element().matches(':focus')).toBe(false)
})

test('a long one scrolls inside, with its buttons in view', async () => {
  await showPage(
    <Opener footer={<Button>Save</Button>}>
      <div style={{ height: '3000px' }}>Long</div>
    </Opener>,
  )
  await opener.click()
  const save = page.getByRole('button', { name: 'Save' }).element().getBoundingClientRect()
  expect(save.bottom).toBeLessThanOrEqual(innerHeight)
})
