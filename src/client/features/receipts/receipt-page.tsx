import type { UseQueryResult } from '@tanstack/react-query'
import { Check, Printer, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallError } from '#client/app/call.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { useBusiness } from '#client/app/session.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Brand } from '#client/brand/brand.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { Money } from '#client/ui/money.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Receipt } from '#shared/contract/receipts.ts'
import { checklist } from '#shared/rules/checklist.ts'
import {
  adjustmentLabel,
  describeBalance,
  describeSalesTax,
  describeTip,
  paidLabel,
} from '#shared/rules/cost-words.ts'
import {
  describeAfterwards,
  describeMovements,
  describeProfile,
  describeSubtotals,
  describeWork,
  explainCard,
  movementsTitle,
} from '#shared/rules/receipts.ts'
import { paidWithTip } from '#shared/rules/tips.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatAmount, formatDay, formatInstant, formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

type ReceiptPageProps = {
  receipt: UseQueryResult<Receipt, CallError>
  back: { href: string; label: string }
  download: (receipt: Receipt) => ReactNode
  /** On the same paper. */
  photos: (receipt: Receipt) => ReactNode
}

export function ReceiptPage({ receipt, back, download, photos }: ReceiptPageProps) {
  const { data } = receipt
  const wayBack = <LinkButton href={back.href}>{back.label}</LinkButton>
  return (
    <Page
      title={data ? t('Receipt {number}', { number: data.number }) : t('Receipt')}
      back={back}
      actions={
        data && (
          <>
            <Button icon={<Printer />} onClick={() => print()}>
              {t('Print')}
            </Button>
            {download(data)}
          </>
        )
      }
    >
      <Loaded
        parts={[receipt]}
        loading={<Skeleton className="h-140 w-full rounded-card!" />}
        failed={
          receipt.error?.status === 409 ? t('No receipt yet') : t('The receipt could not be loaded')
        }
        action={wayBack}
        missing={
          <EmptyState
            action={wayBack}
            icon={<SearchX />}
            title={t('Job not found.')}
            text={t('This booking does not exist or belongs to another account.')}
          />
        }
      >
        {(there) => <ReceiptPaper receipt={there}>{photos(there)}</ReceiptPaper>}
      </Loaded>
    </Page>
  )
}

export function ReceiptPaper({ receipt, children }: { receipt: Receipt; children?: ReactNode }) {
  const { logo } = useBusiness()
  const { business, vehicle, number, completedAt, cancelledAt, cost } = receipt
  const shownTime = (at: string | null) =>
    at && formatInstant(at, business.timeZone, { year: true })
  return (
    <article className="print-page rounded-card border border-line bg-card p-5 shadow-lift sm:p-8">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <p className="flex items-center gap-2 text-lg font-semibold">
            <Brand business={{ logo, brandName: business.name }} />
          </p>
          <p className="text-sm text-soft">
            {[business.phone, business.email].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="sm:text-right">
          <p className="text-lg font-semibold">{t('Receipt')}</p>
          <p className="text-sm text-soft">{number}</p>
        </div>
      </header>
      <div className="mt-6">
        <Facts
          items={[
            { label: t('Customer'), value: receipt.customerName },
            {
              label: t('Car'),
              value: (
                <>
                  <span className="inline-block">{vehicleName(vehicle)},</span>{' '}
                  <span className="inline-block">{vehicle.licensePlate}</span>
                </>
              ),
            },
            {
              label: t('Visit'),
              value: <VisitTime date={receipt.scheduledDate} slot={receipt.scheduledTime} year />,
            },
            { label: t('Where'), value: receipt.serviceAddress },
            { label: t('date|Completed'), value: shownTime(completedAt) },
            { label: t('date|Cancelled'), value: shownTime(cancelledAt) },
            ...describeProfile(receipt.profile),
          ]}
        />
      </div>
      <Part title={t('Price')}>
        {receipt.lines.map(({ name, quantity, unitPrice, amount }, index) => (
          <Row
            key={index}
            label={name}
            detail={quantity > 1 ? `${quantity} × ${formatAmount(unitPrice)}` : undefined}
            amount={amount}
          />
        ))}
        {describeSubtotals(receipt.profile).map(({ label, amount }) => (
          <Row key={label} label={label} amount={amount} soft />
        ))}
        {cost.adjustments.length > 0 && <Row label={t('Subtotal')} amount={cost.lines} soft />}
        {cost.adjustments.map((one, index) => (
          <Row
            key={index}
            label={adjustmentLabel(one)}
            detail={shownTime(one.at)}
            amount={one.amount}
          />
        ))}
        <Row label={t('Total')} amount={cost.amount} strong />
        {[...describeSalesTax(cost), ...describeTip(cost)].map(({ label, amount }) => (
          <Row key={label} label={label} amount={amount} />
        ))}
      </Part>
      <Part title={movementsTitle(receipt.movements)} text={explainCard(receipt, formatAmount)}>
        {describeMovements(receipt.movements).map(({ label, amount, at, isCharge }, index) => (
          <Row key={index} label={label} detail={shownTime(at)} amount={amount} soft={!isCharge} />
        ))}
        <Row label={paidLabel(cost)} amount={paidWithTip(cost)} strong />
        {describeBalance({ ...cost, chargedBack: undefined }).map(({ label, amount }) => (
          <Row key={label} label={label} amount={amount} />
        ))}
      </Part>
      <WorkDone {...receipt} />
      <Afterwards {...receipt} />
      {children}
    </article>
  )
}

/** Work done on the car; nothing if none was recorded. */
function WorkDone({ work, profile }: Pick<Receipt, 'work' | 'profile'>) {
  const facts = describeWork(work, formatNumber, profile)
  const steps = checklist.filter(({ id }) => work.checklist.includes(id))
  if (facts.length + steps.length === 0) return null
  return (
    <section aria-label={t('Work done on your car')} className="mt-7 space-y-3">
      <h2 className="text-lg">{t('Work done on your car')}</h2>
      <Facts items={facts} />
      {steps.length > 0 && (
        <ul className="gap-x-6 space-y-1.5 sm:columns-2">
          {steps.map(({ id, done }) => (
            <li key={id} className="flex gap-2">
              <Check aria-hidden className="mt-1 size-4 shrink-0 text-soft" />
              {translate(done)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** When the next service is due, and the warranty. */
function Afterwards({ profile }: Pick<Receipt, 'profile'>) {
  const facts = describeAfterwards(profile, formatNumber, (day) => formatDay(day, { year: true }))
  if (facts.length === 0) return null
  return (
    <div className="mt-7">
      <Facts items={facts} />
    </div>
  )
}

function Part(props: { title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-label={props.title} className="mt-7">
      <h2 className="text-lg">{props.title}</h2>
      {props.text && <p className="mt-1 text-soft">{props.text}</p>}
      <dl className="mt-2 divide-y divide-line">{props.children}</dl>
    </section>
  )
}

interface RowProps {
  label: string
  detail?: string | null | undefined
  amount: string
  strong?: boolean
  soft?: boolean
}

function Row({ label, detail, amount, strong, soft }: RowProps) {
  const weight = strong ? 'font-semibold' : ''
  return (
    <div className={`flex items-baseline justify-between gap-4 py-2 ${soft ? 'text-soft' : ''}`}>
      <dt className={`min-w-0 ${weight}`}>
        {label}
        {detail && <span className="block text-sm font-normal text-soft">{detail}</span>}
      </dt>
      <dd className={weight}>
        <Money amount={amount} />
      </dd>
    </div>
  )
}
