import { now } from '#server/clock.ts'
import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { queueMail } from '#server/features/notifications/actions/queue-mail.ts'
import { currentSettings } from '#server/features/settings/queries.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { dueOf, type Facts, netOf, refundedOf } from './planner/facts.ts'
import { stateOf } from './planner/project.ts'

type News = { type: string; title: string; message: string }

/** Tells the customer, in the current transaction, what happened to their money while they were away. */
export async function tellCustomer(before: Facts, after: Facts): Promise<void> {
  const news = newsOf(before, after)
  if (!news) return
  const { customer, jobId, jobNumber } = after
  await notifyPerson({ userId: customer.id, jobId, ...news })
  if (!customer.email) return
  const { brandName, supportEmail, supportPhone } = currentSettings()
  const contact = t('Questions? Call {phone} or write to {email} and mention {number}.', {
    phone: supportPhone,
    email: supportEmail,
    number: jobNumber,
  })
  await queueMail({
    to: customer.email,
    subject: `${brandName} ${jobNumber}: ${news.title}`,
    body: [news.message, contact, brandName].join('\n\n'),
    jobId,
  })
}

function newsOf(before: Facts, after: Facts): News | null {
  const refunded = refundedOf(after) - refundedOf(before)
  if (refunded > 0)
    return {
      type: 'payment_refunded',
      title: t('Refund on its way'),
      message: t('We sent {amount} back to your card. Your bank may take a few days to show it.', {
        amount: formatCents(refunded),
      }),
    }
  const state = stateOf(after, now())
  if (state === stateOf(before, now())) return null
  if (state === 'balance_due' && after.job.status === 'completed') return balanceNews(after)
  // Somebody whose card was declined while they watched has been told already.
  if (state === 'failed' && (after.card || !after.lastDecline)) return failedNews()
  return null
}

function balanceNews(facts: Facts): News {
  return {
    type: 'payment_due',
    title: t('Payment needed'),
    message: t('{amount} of your visit could not be charged. Please pay it under Orders.', {
      amount: formatCents(dueOf(facts) - netOf(facts)),
    }),
  }
}

function failedNews(): News {
  return {
    type: 'payment_due',
    title: t('Please check your card'),
    message: t('We could not hold the amount of your visit. Please enter a card under Orders.'),
  }
}
