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
import { sharePhotos } from '#server/features/photos/queries/shared-pictures.ts'
import { invoiceFile, receiptFile, receiptFor } from '#server/features/receipts/queries.ts'
import { writeReview } from '#server/features/reviews/actions/write-review.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { guests } from '#shared/contract/guests.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { bookingCodeMail } from './booking-code-mail.ts'
import { checkGuestBooking } from './actions/check-guest-booking.ts'
import { customerLink } from './actions/customer-link.ts'
import { confirmGuestBooking } from './actions/confirm-guest-booking.ts'
import { guestVisit, openLink } from './queries.ts'

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

    'POST /api/guest-links/visit': async ({ body }) => guestVisit(await openLink(body.token)),

    'POST /api/guest-links/cancel': async ({ body }) => {
      const link = await openLink(body.token)
      const { seenFee } = body
      const seenFeeCents = seenFee === undefined ? undefined : centsFromDecimal(seenFee)
      await cancelBooking(link.person, link.jobId, { seenFeeCents })
      return guestVisit(link)
    },

    'POST /api/guest-links/reschedule': async ({ body: { token, ...wanted } }) => {
      const link = await openLink(token)
      await moveBooking(link.person, link.jobId, wanted)
      return guestVisit(link)
    },

    'POST /api/guest-links/change-place': async ({ body: { token, ...wanted } }) => {
      const link = await openLink(token)
      await editBooking(link.person, link.jobId, wanted)
      return guestVisit(link)
    },

    'POST /api/guest-links/receipt': async ({ body }) => {
      const { person, jobId, until } = await openLink(body.token)
      const receipt = await receiptFor(person, jobId)
      const photos = await sharePhotos(receipt.work.photos, until)
      return { ...receipt, work: { ...receipt.work, photos } }
    },

    'POST /api/guest-links/receipt.pdf': async ({ body }) => {
      const { person, jobId } = await openLink(body.token)
      return receiptFile(person, jobId)
    },

    'POST /api/guest-links/invoice.pdf': async ({ body }) => {
      const { person, jobId } = await openLink(body.token)
      return invoiceFile(person, jobId)
    },

    'POST /api/guest-links/review': async ({ body: { token, ...review } }) => {
      const link = await openLink(token)
      await writeReview(link.person, link.jobId, review)
      return guestVisit(link)
    },

    'POST /api/guest-links/conversation': async ({ body }) => {
      const { jobId } = await openLink(body.token)
      return conversationOf(jobId)
    },

    'POST /api/guest-links/send-message': async ({ body: { token, ...message } }) => {
      const { person, jobId } = await openLink(token)
      return sendMessage(person, jobId, message)
    },

    'POST /api/guest-links/decide-extra': async ({ body: { token, extraId, ...answer } }) => {
      const link = await openLink(token)
      await decideExtra(link.person, { id: link.jobId, extraId }, answer)
      return guestVisit(link)
    },

    'POST /api/guest-links/pre-authorize': async ({ body: { token, ...card } }) => {
      const { person, jobId } = await openLink(token)
      return preAuthorize(person, { ...card, jobId })
    },

    'POST /api/guest-links/tip': async ({ body: { token, amount, ...card } }) => {
      const { person, jobId } = await openLink(token)
      return giveTip(person, jobId, { cents: centsFromDecimal(amount) ?? 0, ...card })
    },

    'POST /api/guest-links/process': async ({ body: { token, ...card } }) => {
      const { person, jobId } = await openLink(token)
      return processPayment(person, { ...card, jobId })
    },
  } satisfies HandlersOf<typeof guests>
}
