import { useState } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type Aging, ClosingForm, type ListedStatement } from '#shared/contract/statements.ts'
import { addMonths, startOfMonth } from '#shared/rules/calendar.ts'
import { describeInvoiceState } from '#shared/rules/invoices.ts'
import { agingLabels, firstDayOf, periodBefore, periodOf } from '#shared/rules/statements.ts'
import { formatAmount, formatDay, formatMonth } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

const StatementDialog = lazyDialog(() => import('./statement-dialog.tsx'))

interface StatementsCardProps {
  companyId: string
  /** The office closes months and records payments. */
  byOffice?: boolean
}

/** A company's statements, and what it owes by how late it is. */
export function StatementsCard({ companyId, byOffice = false }: StatementsCardProps) {
  const found = useCall('GET /api/companies/{id}/statements', { params: { id: companyId } })
  const [open, setOpen] = useState<{ id: string } | 'closing' | null>(null)
  return (
    <Card
      title={t('Statements')}
      action={
        byOffice && (
          <SmallButton onClick={() => setOpen('closing')}>{t('Close a month')}</SmallButton>
        )
      }
    >
      <Loaded
        parts={[found]}
        loading={<Skeleton lines={4} />}
        failed={t('The statements could not be loaded')}
      >
        {({ statements, aging }) => (
          <>
            <AgingTable aging={aging} />
            {statements.length === 0 ? (
              <p className="text-soft">
                {t('The first statement follows the first month with a completed visit.')}
              </p>
            ) : (
              <ul className="-mb-3 divide-y divide-line border-t border-line">
                {statements.map((one) => (
                  <StatementRow key={one.id} statement={one} onOpen={() => setOpen(one)} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {open === 'closing' && (
        <ClosingDialog
          companyId={companyId}
          onClosed={setOpen}
          onClose={() => setOpen((now) => (now === 'closing' ? null : now))}
        />
      )}
      {open && open !== 'closing' && (
        <StatementDialog
          companyId={companyId}
          statementId={open.id}
          byOffice={byOffice}
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  )
}

function AgingTable({ aging }: { aging: Aging }) {
  return (
    <dl className="mb-4 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3 lg:grid-cols-6">
      {[
        ...aging.columns.map(({ column, amount }) => ({
          label: translate(agingLabels[column]),
          amount,
          isLate: column !== 'current' && amount !== '0.00',
        })),
        { label: t('Next statement'), amount: aging.unbilled, isLate: false },
      ].map(({ label, amount, isLate }) => (
        <div key={label}>
          <dt className="text-sm text-soft">{label}</dt>
          <dd className={isLate ? 'font-medium text-red tabular-nums' : 'font-medium tabular-nums'}>
            {formatAmount(amount)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const colors = { open: 'blue', overdue: 'red', paid: 'green', void: 'gray' } as const

function StatementRow({ statement, onOpen }: { statement: ListedStatement; onOpen: () => void }) {
  const { number, period, dueOn, total, open, state } = statement
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {formatMonth(firstDayOf(period))}
          <Badge color={colors[state]}>{describeInvoiceState(statement)}</Badge>
        </p>
        <p className="text-sm text-soft">
          {t('{number}, due on {date}', { number, date: formatDay(dueOn, { year: true }) })}
        </p>
      </div>
      <div className="text-right tabular-nums">
        <p className="font-medium">{formatAmount(total)}</p>
        {open !== '0.00' && open !== total && (
          <p className="text-sm text-soft">{t('{amount} open', { amount: formatAmount(open) })}</p>
        )}
      </div>
      <SmallButton aria-label={t('Open statement {number}', { number })} onClick={onOpen}>
        {t('Open')}
      </SmallButton>
    </li>
  )
}

interface ClosingDialogProps {
  companyId: string
  onClosed: (statement: { id: string }) => void
  onClose: () => void
}

const monthsOffered = 6

function ClosingDialog({ companyId, onClosed, onClose }: ClosingDialogProps) {
  const { today } = useBusiness()
  const latest = periodBefore(today)
  const periods = Array.from({ length: monthsOffered }, (_, n) =>
    periodOf(addMonths(startOfMonth(firstDayOf(latest)), -n)),
  )
  return (
    <DialogForm
      call="POST /api/companies/{id}/statements"
      input={(body) => ({ params: { id: companyId }, body })}
      schema={ClosingForm}
      defaultValues={{ period: latest }}
      onSaved={({ id }) => onClosed({ id })}
      onClose={onClose}
      title={t('Close a month')}
      description={t(
        'Bills every visit completed by its end that is on no statement yet, and mails the statement. On the first of a month this happens by itself.',
      )}
      submitLabel={t('Close the month')}
      failureTitle={t('The month was not closed')}
      successToast={({ number }) => ({ title: t('Statement {number}', { number }) })}
    >
      {({ SelectField }) => (
        <SelectField
          name="period"
          label={t('Month')}
          options={periods.map((value) => ({ value, label: formatMonth(firstDayOf(value)) }))}
        />
      )}
    </DialogForm>
  )
}
