import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aVehicle } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { Button } from '#client/ui/button.tsx'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import DeleteVehicleDialog from './delete-vehicle-dialog.tsx'

const remove = 'DELETE /api/vehicles/{id}'
const car = aVehicle()

function Car({ vehicle }: { vehicle: Vehicle }) {
  const [asked, setAsked] = useState(false)
  const [deleted, setDeleted] = useState(false)
  return (
    <>
      <Button onClick={() => setAsked(true)}>Delete</Button>
      {deleted && <p>Back home</p>}
      {asked && (
        <DeleteVehicleDialog
          vehicle={vehicle}
          onClose={() => setAsked(false)}
          onDeleted={() => setDeleted(true)}
        />
      )}
    </>
  )
}

const opener = page.getByRole('button', { name: 'Delete', exact: true })
const dialog = page.getByRole('dialog')
const confirm = page.getByRole('button', { name: 'Delete vehicle' })

test('it deletes once, closes, confirms and continues', async () => {
  let answer = (_done: { success: true }) => {}
  const { server } = await showPage(<Car vehicle={car} />, {
    answers: { [remove]: () => new Promise<{ success: true }>((resolve) => (answer = resolve)) },
  })
  await opener.click()
  await confirm.click()
  await expect.element(confirm).toHaveAttribute('aria-busy', 'true')
  await confirm.click({ force: true })
  answer({ success: true })
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Vehicle deleted', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Back home')).toBeVisible()
  expect(server.asked(remove).map(({ params }) => params)).toEqual([{ id: car.id }])
})

test('a refusal also closes it, so that the message is readable', async () => {
  await showPage(<Car vehicle={car} />, {
    answers: { [remove]: refusal('conflict', 'It has a visit tomorrow.') },
  })
  await opener.click()
  await confirm.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('It has a visit tomorrow.')).toBeVisible()
  await expect.element(page.getByText('Back home')).not.toBeInTheDocument()
})

test('with an upcoming visit it only shows why not', async () => {
  const { server } = await showPage(<Car vehicle={{ ...car, hasActiveJob: true }} />, {
    answers: { 'GET /api/jobs/customer': [] },
  })
  await opener.click()
  await expect.element(dialog).toHaveAccessibleDescription(/active service appointments/)
  await confirm.click({ force: true })
  expect(server.asked(remove)).toEqual([])
})

test('the visit that keeps the car is named, with a link', async () => {
  const visit = aJob({ vehicleId: car.id, number: 'FQ-2077', status: 'assigned' })
  const done = aJob({ vehicleId: car.id, number: 'FQ-2001', status: 'completed' })
  await showPage(<Car vehicle={{ ...car, hasActiveJob: true }} />, {
    answers: { 'GET /api/jobs/customer': [done, aJob(), visit] },
  })
  await opener.click()
  await expect
    .element(dialog.getByRole('link', { name: /^FQ-2077, / }))
    .toHaveAttribute('href', `/orders?visit=${visit.id}`)
  await expect.element(dialog.getByText(/FQ-2001/)).not.toBeInTheDocument()
})
