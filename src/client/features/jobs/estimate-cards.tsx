import { wordsOfAnswer } from '#shared/contract/describe-approval.ts'
import { type ReactNode, useState } from 'react'
import { centsOfLines, seenLines } from '#client/app/estimates.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { refreshThings, useWrite } from '#client/app/queries.ts'
import { useParty } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Money } from '#client/ui/money.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast.ts'
import type { JobExtra } from '#shared/contract/charges.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { centsFromDecimal, centsFromDollars } from '#shared/rules/money.ts'
import { formatAmount, formatCents } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

interface EstimateCardsProps {
  job: Pick<Job, 'id' | 'cost'>
  extras: readonly JobExtra[]
  /** Includes requests that ended with the visit. */
  withPast: boolean
}

/** Asks the customer to approve lines, and more than the agreed fee of a cancelled visit: one card for each estimate. */
export default function EstimateCards({ job, extras, withPast }: EstimateCardsProps) {
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const waiting = extras.filter(({ approval }) => approval === 'waiting')
  const unheard = waiting.filter(({ id }) => !asked.has(id))
  if (unheard.length > 0) setAsked(new Set([...asked, ...unheard.map(({ id }) => id)]))
  return (
    <>
      {[...new Set(waiting.map(({ estimateId = '' }) => estimateId))].map((estimateId) => (
        <EstimateCard
          key={estimateId}
          job={job}
          estimateId={estimateId}
          lines={waiting.filter((line) => (line.estimateId ?? '') === estimateId)}
        />
      ))}
      {extras.map((extra) => {
        const { id, description, approval } = extra
        const words = { description, amount: amountOf(extra) }
        // The question was just on this screen.
        if (approval === 'not_needed' && asked.has(id))
          return (
            <Banner key={id} live title={t('No answer needed: {description} for {amount}', words)}>
              {t(
                'The extras you have not answered are small enough together now, so it is charged. Please write to your technician if you do not want it.',
              )}
            </Banner>
          )
        if (approval === 'left_out' && withPast)
          return (
            <Banner key={id} title={t('Left out: {description} for {amount}', words)}>
              {t('The visit was over before you answered. Nothing is charged for it.')}
            </Banner>
          )
        return null
      })}
    </>
  )
}

const priceOf = ({ totalPrice }: JobExtra) => formatCents(centsFromDollars(totalPrice))
const amountOf = (line: JobExtra) => (line.withTax ? formatAmount(line.withTax) : priceOf(line))

interface EstimateCardProps {
  job: Pick<Job, 'id' | 'cost'>
  estimateId: string
  /** Those that wait. */
  lines: readonly JobExtra[]
}

function EstimateCard({ job, estimateId, lines }: EstimateCardProps) {
  const { firstName, lastName } = useParty()
  const known = `${firstName} ${lastName}`.trim()
  const [typed, setTyped] = useState('')
  const person = known || typed.trim()
  const answer = useWrite('POST /api/estimates/{id}/answer', {
    onSuccess: ({ lines: answered }) => {
      const isApproved = answered.some(({ approved }) => approved)
      toast({
        title: isApproved ? t('Extra approved') : t('Extra declined'),
        description: answered.map(({ description }) => description).join(', '),
      })
    },
    onError: (error) => {
      showFailure(t('Your answer did not get through'), error)
      // It may have changed or be gone.
      refreshThings(['extras', 'jobs'], job.id)
    },
  })
  const sent = answer.isPending ? answer.variables.body : undefined
  const button = (of: readonly JobExtra[], approves: boolean) => {
    const ids = of.map(({ id }) => id)
    const same = approves ? sent?.approved : sent?.declined
    return {
      pending: same?.join() === ids.join(),
      disabledReason: !person && t('Please enter your name first.'),
      onClick: () =>
        answer.mutate({
          params: { id: estimateId },
          body: {
            ...(approves ? { approved: ids } : { declined: ids }),
            method: 'link',
            person,
            seen: seenLines(of),
          },
        }),
    }
  }
  const [first] = lines
  if (!first) return null
  const isOne = lines.length === 1
  const cents = centsOfLines(lines, job.cost)
  return (
    <Banner tone="warning" live title={titleOf(first, lines.length)}>
      <p>
        {[
          isOne && describePrice(first),
          first.forFee
            ? t('We charge it only if you agree.')
            : t('We charge it only if you agree. Otherwise the service goes on as booked.'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {!known && (
        <Field label={t('Your name')} className="mt-2 max-w-80 text-base">
          <TextInput
            value={typed}
            maxLength={120}
            autoComplete="name"
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
      <ul className={isOne ? undefined : 'mt-2 divide-y divide-line'}>
        {lines.map((line) => (
          <li key={line.id} className={isOne ? undefined : 'py-3'}>
            {!isOne && (
              <p className="flex items-baseline justify-between gap-4 text-base">
                <span className="min-w-0 wrap-anywhere">
                  {line.description}
                  <span className="block text-sm text-soft">{describePrice(line)}</span>
                </span>
                <span className="flex-none font-medium">{amountOf(line)}</span>
              </p>
            )}
            <Agreeing cents={centsFromDecimal(line.withTax ?? line.totalPrice.toFixed(2)) ?? 0}>
              <Button variant={isOne ? 'primary' : 'secondary'} {...button([line], true)}>
                {t('Approve {amount}', { amount: amountOf(line) })}
              </Button>
              <Button variant={isOne ? 'secondary' : 'quiet'} {...button([line], false)}>
                {t('Decline')}
              </Button>
            </Agreeing>
          </li>
        ))}
      </ul>
      {!isOne && (
        <div className="border-t border-line pt-3">
          <p className="flex items-baseline justify-between gap-4 text-base font-semibold">
            {t('Total')}
            <Money cents={cents} />
          </p>
          <Agreeing cents={cents}>
            <Button variant="primary" {...button(lines, true)}>
              {t('Approve all {total}', { total: formatCents(cents) })}
            </Button>
          </Agreeing>
        </div>
      )}
    </Banner>
  )
}

/** The sentence that a button agrees to, and the button. */
const Agreeing = ({ cents, children }: { cents: number; children: ReactNode }) => (
  <>
    <p className="mt-1.5">{wordsOfAnswer([{ approved: true }], cents)}</p>
    <span className="mt-2 flex flex-wrap gap-2">{children}</span>
  </>
)

function titleOf(first: JobExtra, count: number): string {
  const words = { description: first.description, amount: amountOf(first) }
  if (first.forFee) return t('We ask for {amount} more: {description}', words)
  return count === 1
    ? t('Your technician asks: {description} for {amount}?', words)
    : plural(count, {
        one: 'Your technician asks about {count} extra',
        other: 'Your technician asks about {count} extras',
      })
}

/** How the amount comes about; empty where it is one piece without sales tax. */
function describePrice(line: JobExtra): string {
  const { quantity, unitPrice, withTax, taxRate: rate } = line
  const each = formatCents(centsFromDollars(unitPrice))
  return [
    quantity > 1 && t('{quantity} × {price}', { quantity, price: each }),
    withTax && rate && t('{price} plus {rate}% sales tax.', { price: priceOf(line), rate }),
  ]
    .filter(Boolean)
    .join(' · ')
}
