import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { newToken } from '#server/base/tokens.ts'
import { db } from '#server/database/database.ts'
import { makePackage } from '#server/database/test-factories.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { type Browser, mailedCode, openBrowser } from '#server/features/accounts/test-site.ts'
import { tuesday } from '#server/features/booking/test-customer.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { guestLinkHeader } from '#shared/rules/guest-links.ts'
import { makeGuestLink } from './actions/guest-token.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

export const email = 'gail@example.com'

/** A guest's browser, and the form of a visit on Tuesday at 8 with a package of $129.99. */
export async function guestAtHome(app: TestApp, ip = '203.0.113.7') {
  const offer = await makePackage()
  const form = {
    name: 'Gail Guest',
    email,
    phone: '(555) 010-7788',
    vehicle: { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'gst 1' },
    scheduledDate: tuesday,
    scheduledTime: labelAt(1),
    servicePackageId: offer.id,
    serviceAddress: '12 Elm Street, Austin, TX 78701',
  }
  return { browser: openBrowser(app.app, ip), form }
}

export type GuestForm = Awaited<ReturnType<typeof guestAtHome>>['form']

export const ask = (browser: Browser, form: object) =>
  browser.call('POST /api/guest-bookings', { body: form })

export const confirm = (browser: Browser, form: object, code: string) =>
  browser.call('POST /api/guest-bookings/confirm', { body: { ...form, code } })

/** Requests a code, reads it from the mail and confirms; returns the confirmation's response. */
export async function bookAsGuest(browser: Browser, form: GuestForm) {
  await ask(browser, form)
  return confirm(browser, form, await mailedCode(form.email))
}

/** Waits until bookings are confirmed by mail. */
export async function confirmationsWritten(): Promise<void> {
  await expect.poll(() => runDueTasks({ tolerateFailures: true })).toContain('notify-of-bookings')
}

/** The newest mail to an address whose text holds `words`. */
export async function mailWith(recipient: string, words: string) {
  const mails = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, recipient))
    .orderBy(desc(sentMessages.createdAt))
  return mails.find(({ body }) => body.includes(words))
}

/** A new guest link to a visit, and calls using it. */
export async function guestOfVisit(app: Pick<TestApp, 'call'>, jobId: string) {
  const token = await makeGuestLink(jobId, { ticket: newToken(), network: '' })
  return { token, ...withLink(app, token) }
}

/** Calls with a link's token, valid or not. */
export const withLink = (
  { call }: Pick<TestApp, 'call'>,
  token: string,
): Pick<TestApp, 'call'> => ({
  call: (route, input) =>
    call(route, { ...input, headers: { ...input?.headers, [guestLinkHeader]: token } }),
})
