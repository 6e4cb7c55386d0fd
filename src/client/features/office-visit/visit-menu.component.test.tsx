import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson, aPayment } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { VisitMenu } from './visit-menu.tsx'

const job = aJob({ status: 'assigned' })

async function openMenu(shown: typeof job) {
  const opened: string[] = []
  await showPage(<VisitMenu job={shown} onOpen={(dialog) => opened.push(dialog)} />, {
    person: aPerson({ role: 'admin' }),
    answers: { 'GET /api/payments/{jobId}': aPayment() },
  })
  await page.getByRole('button', { name: 'Actions' }).click()
  return { opened, resend: page.getByRole('menuitem', { name: /^Send a message again/ }) }
}

test('a message can be resent to a reachable customer', async () => {
  const { opened, resend } = await openMenu(job)
  await resend.click()
  expect(opened).toEqual(['resend'])
})

test('for an unreachable customer the entry is disabled, with the reason and the number to call', async () => {
  const customer = { ...job.customer, name: 'Ann Lee', phone: '+15125550142', isUnreached: true }
  const { opened, resend } = await openMenu({ ...job, customer })
  await expect.element(resend).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(resend)
    .toMatchTextContent(/Ann Lee has no e-mail and no texts: please call them, \(512\) 555-0142\./)
  await resend.click({ force: true })
  expect(opened).toEqual([])
})
