import { ByGuestLink } from '#client/app/guest-link.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import ChangeAddressDialog from './change-address-dialog.tsx'

const edit = 'PATCH /api/jobs/{id}'
const job = aJob({ serviceAddress: '12 Elm St, Austin, TX 78701', accessNotes: 'Gate 1' })
const onClose = vi.fn<() => void>()
const address = page.getByLabelText('Address')
const save = page.getByRole('button', { name: 'Save' })

const answers: Answers = {
  'GET /api/service-area': { answer: 'inside', salesTaxRateBp: null },
}

test('a customer sends changed fields, and their previous values', async () => {
  const { server } = await showPage(<ChangeAddressDialog job={job} onClose={onClose} />, {
    person: aPerson({ role: 'customer' }),
    answers: { ...answers, [edit]: job },
  })
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await address.fill('4 Oak Ln, Austin, TX 78704')
  await save.click()
  await expect
    .poll(() => server.asked(edit).map(({ body }) => body))
    .toEqual([
      {
        serviceAddress: '4 Oak Ln, Austin, TX 78704',
        seen: { serviceAddress: '12 Elm St, Austin, TX 78701' },
      },
    ])
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
})

test('a place outside the area is reported at its field, and typed text stays', async () => {
  const message = 'This address is outside our usual area; please call us at (555) 010-0142.'
  await showPage(<ChangeAddressDialog job={job} onClose={onClose} />, {
    person: aPerson({ role: 'customer' }),
    answers: {
      'GET /api/service-area': { answer: 'outside', salesTaxRateBp: null },
      [edit]: refusal('conflict', message, { fields: [{ path: 'serviceAddress', message }] }),
    },
  })
  await address.fill('1 Main St, Chicago, IL 60601')
  await expect.element(page.getByText('60601 is outside the service area.')).toBeVisible()
  await save.click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(address).toHaveValue('1 Main St, Chicago, IL 60601')
})

test('a guest sends it by their link', async () => {
  const { server } = await showPage(
    <ByGuestLink value="the-secret">
      <ChangeAddressDialog job={job} onClose={onClose} />
    </ByGuestLink>,
    { answers: { ...answers, [edit]: job } },
  )
  await page.getByRole('textbox', { name: /^How do we get to the car/ }).fill('')
  await save.click()
  await expect
    .poll(() => server.asked(edit).map(({ body }) => body))
    .toEqual([{ accessNotes: '', seen: { accessNotes: 'Gate 1' } }])
})
