import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmCall } from './confirm-call.tsx'

const remove = 'DELETE /api/admin/products/{id}'

/** A button whose item's version comes from a list, which may change while the dialog is open. */
function Opener({ versions }: { versions: number[] }) {
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      {open && (
        <ConfirmCall
          call={remove}
          input={{ params: { id: 'p1' } }}
          version={versions[at] ?? 0}
          onClose={() => setOpen(false)}
          title="Delete wipers?"
          confirmLabel="Delete product"
          successToast={{ title: 'Gone' }}
          failureToast="Not deleted"
        >
          <Button onClick={() => setAt(at + 1)}>The list follows</Button>
        </ConfirmCall>
      )}
    </>
  )
}

const dialog = page.getByRole('dialog', { name: 'Delete wipers?' })
const confirm = page.getByRole('button', { name: 'Delete product' })

async function open(answers: Answers, versions = [3]) {
  const shown = await showPage(<Opener versions={versions} />, { answers })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(dialog).toBeVisible()
  return shown
}

test('it acts on the version shown when it was opened', async () => {
  const { server } = await open({ [remove]: { success: true, deleted: true } }, [3, 4])
  await page.getByRole('button', { name: 'The list follows' }).click()
  await confirm.click()
  await expect.element(page.getByText('Gone')).toBeVisible()
  expect(server.asked(remove).map(({ ifMatch }) => ifMatch)).toEqual(['"3"'])
})

test('a conflicting change is shown, and confirmation is asked again', async () => {
  const said = 'Ada Lane has changed this in the meantime: Price: $20.00 → $25.00.'
  const changed = refusal('conflict', said, {
    reason: 'changed',
    by: 'Ada Lane',
    now: { version: 5 },
  })
  const { server } = await open({ [remove]: changed })
  await confirm.click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent(said)
  server.answer({ [remove]: { success: true, deleted: true } })
  await confirm.click()
  await expect.element(page.getByText('Gone')).toBeVisible()
  expect(server.asked(remove).map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"5"'])
})

test('any other refusal closes the dialog and is shown', async () => {
  await open({ [remove]: refusal('not_found', 'This product no longer exists.') })
  await confirm.click()
  await expect.element(page.getByText('This product no longer exists.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})
