import { takesCards } from '#server/features/payments/queries.ts'
import { extraInOwnWords, inOwnWords } from '#server/base/owner-spanish.ts'
import type { ChargeEvents, RequestEnd } from '#shared/rules/events.ts'
import { approvalMethodLabels } from '#shared/rules/approvals.ts'
import { approvalLabels } from '#shared/rules/extras.ts'
import { activeJobStatuses, jobNumber } from '#shared/rules/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import type {
  ChargeThen,
  JobFacts,
  LogLine,
  Recorded,
  SomeConsequences,
  Words,
} from '../consequence-types.ts'
import { describePaying } from '../describe-visit.ts'

/** Extras, from the one added to the one billed after the visit. */
export const chargeConsequences = {
  addon_added: {
    history: ({ addonServiceId, name, priceCents }, nameOf) => ({
      title: t('Add-on Added'),
      after: charge({
        description: inOwnWords(name ?? nameOf(addonServiceId)),
        totalCents: priceCents,
      }),
    }),
    changes: ['jobs', 'payments'],
    hears: ['parties', 'office'],
  },
  addon_removed: {
    history: ({ name, priceCents, booked }) => ({
      title: t('Add-on removed'),
      lines: [booked ? t('It was part of the booking.') : undefined],
      before: charge({ description: name && inOwnWords(name), totalCents: priceCents }),
    }),
    changes: ['jobs', 'payments'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        when: ({ booked }) => booked,
        link: 'visit',
        bell: ({ data }) => ({
          title: t('Removed from your visit: {name}', { name: inOwnWords(data.name) }),
          message: t('You are not charged the {amount} for it.', {
            amount: formatCents(data.priceCents),
          }),
        }),
      },
    ],
  },
  extra_added: {
    history: (extra) => ({ title: t('Extra added'), after: charge(extra) }),
    changes: ['jobs', 'extras', 'payments'],
    hears: ['parties', 'office'],
  },
  extra_billed: {
    history: ({ owedCents, ...extra }) => ({
      title: t('Extra added after the visit'),
      lines: [
        owedCents ? t('{amount} is still unpaid.', { amount: formatCents(owedCents) }) : undefined,
      ],
      after: charge(extra),
    }),
    wakesPayment: true,
    changes: ['jobs', 'extras', 'payments'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('An extra was added to your visit'),
          message: describeBilled(data, job),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('an extra was added to your visit'),
          paragraphs: [
            describeBilled(data, job),
            ...(data.owedCents
              ? [
                  t('{amount} is still unpaid.', { amount: formatCents(data.owedCents) }),
                  describePaying(link),
                ]
              : takesCards()
                ? [
                    t(
                      'It is charged to the card you gave for the visit; without one we send you a link.',
                    ),
                    t('Your visit: {link}', { link: link('visit') }),
                  ]
                : [describePaying(link)]),
          ],
        }),
      },
    ],
  },
  extra_approval: {
    history: ({ lines = [] }) => ({
      title: lines.length > 1 ? t('Estimate sent') : t('Extra added'),
      ...severalCharges(lines.map((line) => ({ ...line, approval: 'waiting' }))),
    }),
    changes: ['jobs', 'extras'],
    hears: ['parties', 'office'],
    resendWhile: [...activeJobStatuses, 'cancelled'],
    tellsMembers: { title: text('Extra work waits for your answer'), managers: 'only' },
    notifies: [
      {
        to: 'customer',
        link: 'extras',
        bell: ({ data }) => describeRequest(data),
        mail: ({ data, link, job }) => ({
          subject: data.forFee
            ? t('please approve or decline a charge')
            : t('please approve or decline an extra'),
          paragraphs: [
            ...(data.forFee
              ? [
                  t('Our office asks for {amount} more for your visit {number}: {description}', {
                    amount: formatCents(totalOf(data.lines)),
                    number: jobNumber(job.number),
                    description: describeLines(data.lines),
                  }),
                  t('We charge it only if you agree.'),
                ]
              : [
                  ...data.lines.map((line) =>
                    t('Your technician asks: {description} for {amount}?', {
                      description: extraInOwnWords(line.description),
                      amount: describePriceOf(line),
                    }),
                  ),
                  t('We charge it only if you agree. Otherwise the service goes on as booked.'),
                ]),
            t('Approve or decline it here:') + `\n${link('extras')}`,
          ],
        }),
        sms: ({ data, link }) =>
          t('{description} for {amount}? Approve or decline here: {link}', {
            description: describeLines(data.lines),
            amount: describePriceOf({
              totalCents: totalOf(data.lines),
              ...(data.lines[0]?.taxRate && { taxRate: data.lines[0].taxRate }),
            }),
            link: link('extras'),
          }),
        whileJobIs: [...activeJobStatuses, 'cancelled'],
        urgent: true,
        whileLinesWait: ({ lines }) =>
          lines.map(({ extraId, totalCents }) => ({ id: extraId, totalCents })),
      },
    ],
  },
  extra_corrected: {
    history: ({ from, to, late }) => ({
      title: late ? t('Earlier correction, which a newer one replaced') : t('Extra corrected'),
      before: charge(from),
      after: charge(to),
    }),
    endsRequests: ({ extraId, late }) =>
      late ? undefined : { as: 'corrected', extraIds: [extraId] },
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    hears: ['parties', 'office'],
  },
  extra_removed: {
    history: (extra) => ({ title: t('Extra removed'), before: charge(extra) }),
    endsRequests: ({ extraId }) => ({ as: 'removed', extraIds: [extraId] }),
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        when: ({ approval }) => approval === 'waiting' || approval === 'approved',
        link: 'visit',
        bell: ({ data }) => ({
          title: t('Taken back: {amount} extra', { amount: formatCents(data.totalCents) }),
          message: t('{description}. You are not charged for it.', {
            description: extraInOwnWords(data.description),
          }),
        }),
      },
    ],
  },
  extra_left_out: {
    history: (extra) => ({
      title: t('Extra left out'),
      after: charge({ ...extra, approval: 'left_out' }),
    }),
    changes: ['extras'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data }) => ({
          title: t('Left out: {amount} extra', { amount: formatCents(data.totalCents) }),
          message: t('{description}. The visit was completed before you answered.', {
            description: extraInOwnWords(data.description),
          }),
        }),
      },
    ],
  },
  extra_dismissed: {
    history: ({ restored, ...extra }) => ({
      title: restored ? t('Recommendation put back') : t('Recommendation dismissed'),
      after: charge({ ...extra, approval: 'declined' }),
    }),
    changes: ['extras'],
    hears: ['office'],
  },
  extra_decided: {
    history: ({ lines = [], method }) => ({
      ...severalCharges(
        lines.map(({ approved, ...line }) => ({
          ...line,
          approval: approved ? 'approved' : 'declined',
        })),
      ),
      title: answerTitle(lines),
      comment: method && method !== 'link' ? translate(approvalMethodLabels[method]) : undefined,
    }),
    endsRequests: ({ lines }) => ({
      as: lines.some(({ approved }) => approved) ? 'approved' : 'declined',
      extraIds: lines.map(({ extraId }) => extraId),
    }),
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'office',
        when: ({ forFee }) => forFee === true,
        link: 'visit',
        bell: ({ data }) => ({ title: answerTitle(data.lines), message: answersOf(data) }),
      },
      {
        to: 'technician',
        when: ({ forFee }) => !forFee,
        link: 'visit',
        bell: ({ data }) => ({ title: answerTitle(data.lines), message: answersOf(data) }),
      },
    ],
  },
} satisfies SomeConsequences

type Answers = Recorded<ChargeEvents['extra_decided']['lines']>

const answerTitle = (lines: Answers): string => {
  const approved = lines.filter((line) => line.approved).length
  if (approved === 0) return lines.length > 1 ? t('Extras declined') : t('Extra declined')
  if (lines.length === 1) return t('Extra approved')
  return t('{approved} of {count} extras approved', { approved, count: lines.length })
}

const answersOf = ({ lines }: ChargeEvents['extra_decided']): string =>
  lines
    .map(({ description, totalCents, approved }) => {
      const words = { description: extraInOwnWords(description), amount: formatCents(totalCents) }
      if (lines.length === 1) return `${words.description}, ${words.amount}`
      return approved
        ? t('Approved: {description}, {amount}', words)
        : t('Declined: {description}, {amount}', words)
    })
    .join('. ')

const totalOf = (lines: readonly { totalCents: number }[]): number =>
  lines.reduce((sum, { totalCents }) => sum + totalCents, 0)

const describeLines = (lines: readonly { description: string }[]): string =>
  lines.map(({ description }) => extraInOwnWords(description)).join(', ')

/** One charge as the entry's, several as its lines. */
function severalCharges(lines: readonly Recorded<Charge>[]): Partial<LogLine> {
  const [first, ...others] = lines
  if (others.length === 0) return { after: charge(first) }
  return {
    lines: lines.map(({ description = '', totalCents, approval }) =>
      [
        extraInOwnWords(description),
        totalCents !== undefined && formatCents(totalCents),
        approval && approval !== 'waiting' && translate(approvalLabels[approval] ?? ''),
      ]
        .filter(Boolean)
        .join(', '),
    ),
  }
}

/** The request to approve an extra, or its outcome. */
function describeRequest(data: ChargeEvents['extra_approval']): Words {
  const { became, lines } = data
  const description = describeLines(lines)
  const amount =
    lines.length === 1 && lines[0] ? describePriceOf(lines[0]) : formatCents(totalOf(lines))
  if (!became)
    return {
      title: t('Please approve or decline: {amount} extra', { amount }),
      message: t('{description}. It is charged only if you agree.', { description }),
    }
  const message: Record<RequestEnd, string> = {
    approved: t('{description}. You have agreed.', { description }),
    declined: t('{description}. You have declined.', { description }),
    corrected: t('{description}. Your technician has corrected this.', { description }),
    removed: t('{description}. Your technician has taken this back.', { description }),
    needless: t('{description}. The extras together are small enough now: it is charged.', {
      description,
    }),
    over: t('{description}. The visit is over, and it is not charged.', { description }),
  }
  return { title: t('No answer needed: {amount} extra', { amount }), message: message[became] }
}

/** "$20.00", or "$20.00 plus 8.25% sales tax". */
const describePriceOf = ({ totalCents, taxRate }: { totalCents: number; taxRate?: string }) => {
  const amount = formatCents(totalCents)
  return taxRate ? t('{amount} plus {rate}% sales tax', { amount, rate: taxRate }) : amount
}

const describeBilled = (data: ChargeEvents['extra_billed'], job: JobFacts): string =>
  t('The office added {description}, {amount}, to the service on your {car}.', {
    description: extraInOwnWords(data.description),
    amount: describePriceOf(data),
    car: vehicleName(job.vehicle),
  })

type Charge = Pick<ChargeEvents['extra_removed'], 'description' | 'totalCents' | 'approval'>

/** A charge for a history line, without an erased description; undefined if its amount is unknown. */
const charge = ({ description = '', totalCents, approval }: Recorded<Charge> = {}):
  | ChargeThen
  | undefined =>
  totalCents === undefined
    ? undefined
    : {
        description: extraInOwnWords(description),
        cents: totalCents,
        ...(approval && { approval }),
      }
