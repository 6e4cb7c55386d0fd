import { askForCode, codeTicket } from '#server/features/accounts/actions/ask-for-code.ts'
import { codeSeconds } from '#server/features/accounts/actions/mail-code.ts'
import { rememberBrowser } from '#server/features/accounts/actions/remember-browser.ts'
import { cancelBooking } from '#server/features/booking/actions/cancel-booking.ts'
import { editBooking } from '#server/features/booking/actions/edit-booking.ts'
import { moveBooking } from '#server/features/booking/actions/move-booking.ts'
import { sendMessage } from '#server/features/conversation/actions/send-message.ts'
import { conversationOf } from '#server/features/conversation/queries.ts'
import { decideExtra } from '#server/features/jobs/actions/decide-extra.ts'
import { preAuthorize } from '#server/features/payments/actions/pre-authorize.ts'
import { giveTip } from '#server/features/payments/actions/give-tip.ts'
import { processPayment } from '#server/features/payments/actions/process-payment.ts'
import { invoiceFile, receiptFile, receiptFor } from '#server/features/receipts/queries.ts'
import { writeReview } from '#server/features/reviews/actions/write-review.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { guests } from '#shared/contract/guests.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { bookingCodeMail } from './booking-code-mail.ts'
import { checkGuestBooking } from './actions/check-guest-booking.ts'
import { customerLink } from './actions/customer-link.ts'
import { confirmGuestBooking } from './actions/confirm-guest-booking.ts'
import { guestByLink, guestVisit } from './queries.ts'

/** Booking without an account, and the links by which one visit is followed. `origin`: the configured address. */
export function guestRoutes(site: { origin?: string }) {
  return {
    'POST /api/jobs/{id}/customer-link': ({ person, params }) => customerLink(person, params.id),

    'POST /api/guest-bookings': async (call) => {
      await checkGuestBooking(call.body, call.request.ip)
      await askForCode(site, call, call.body.email, bookingCodeMail(call.body))
      return { success: true, expiresInSeconds: codeSeconds }
    },

    'POST /api/guest-bookings/confirm': async (call) => {
      const { code, ...form } = call.body
      const ticket = codeTicket(site, call.request)
      const booked = await confirmGuestBooking(form, { code, ticket, ip: call.request.ip })
      await rememberBrowser(site, call, form.email)
      return booked
    },

    'POST /api/guest-links/visit': async ({ body }) => guestVisit(await guestByLink(body.token)),

    'POST /api/guest-links/cancel': async ({ body }) => {
      const person = await guestByLink(body.token)
      const { seenFee } = body
      const seenFeeCents = seenFee === undefined ? undefined : centsFromDecimal(seenFee)
      await cancelBooking(person, person.link.jobId, { seenFeeCents })
      return guestVisit(person)
    },

    'POST /api/guest-links/reschedule': async ({ body: { token, ...wanted } }) => {
      const person = await guestByLink(token)
      await moveBooking(person, person.link.jobId, wanted)
      return guestVisit(person)
    },

    'POST /api/guest-links/change-place': async ({ body: { token, ...wanted } }) => {
      const person = await guestByLink(token)
      await editBooking(person, person.link.jobId, wanted)
      return guestVisit(person)
    },

    'POST /api/guest-links/receipt': async ({ body }) => {
      const person = await guestByLink(body.token)
      const { jobId } = person.link
      return receiptFor(person, jobId)
    },

    'POST /api/guest-links/receipt.pdf': async ({ body }) => {
      const person = await guestByLink(body.token)
      const { jobId } = person.link
      return receiptFile(person, jobId)
    },

    'POST /api/guest-links/invoice.pdf': async ({ body }) => {
      const person = await guestByLink(body.token)
      const { jobId } = person.link
      return invoiceFile(person, jobId)
    },

    'POST /api/guest-links/review': async ({ body: { token, ...review } }) => {
      const person = await guestByLink(token)
      await writeReview(person, person.link.jobId, review)
      return guestVisit(person)
    },

    'POST /api/guest-links/conversation': async ({ body }) => {
      const { jobId } = (await guestByLink(body.token)).link
      return conversationOf(jobId)
    },

    'POST /api/guest-links/send-message': async ({ body: { token, ...message } }) => {
      const person = await guestByLink(token)
      const { jobId } = person.link
      return sendMessage(person, jobId, message)
    },

    'POST /api/guest-links/decide-extra': async ({ body: { token, extraId, ...answer } }) => {
      const person = await guestByLink(token)
      await decideExtra(person, { id: person.link.jobId, extraId }, answer)
      return guestVisit(person)
    },

    'POST /api/guest-links/pre-authorize': async ({ body: { token, ...card } }) => {
      const person = await guestByLink(token)
      const { jobId } = person.link
      return preAuthorize(person, { ...card, jobId })
    },

    'POST /api/guest-links/tip': async ({ body: { token, amount, ...card } }) => {
      const person = await guestByLink(token)
      const { jobId } = person.link
      return giveTip(person, jobId, { cents: centsFromDecimal(amount) ?? 0, ...card })
    },

    'POST /api/guest-links/process': async ({ body: { token, ...card } }) => {
      const person = await guestByLink(token)
      const { jobId } = person.link
      return processPayment(person, { ...card, jobId })
    },
  } satisfies HandlersOf<typeof guests>
}
