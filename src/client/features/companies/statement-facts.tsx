import { Facts } from '#client/ui/fact-list.tsx'
import type { Statement } from '#shared/contract/statements.ts'
import { statementLineLabels } from '#shared/rules/statements.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

/** A statement's amounts and lines. */
export function StatementFacts({ statement }: { statement: Statement }) {
  return (
    <>
      <Facts
        items={[
          { label: t('Total'), value: formatAmount(statement.total) },
          { label: t('Paid'), value: formatAmount(statement.paid) },
          { label: t('Owed'), value: formatAmount(statement.open) },
          { label: t('Due on'), value: formatDay(statement.dueOn, { year: true }) },
        ]}
      />
      <ul className="mt-4 divide-y divide-line border-t border-line text-sm">
        {statement.lines.map((line, n) => (
          <li key={n} className="flex justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">
                {line.kind !== 'visit' && `${translate(statementLineLabels[line.kind])}: `}
                {[line.unit, line.car].filter(Boolean).join(' · ')}
              </span>
              <span className="block text-soft">
                {[
                  formatDay(line.date),
                  line.visit,
                  line.poNumber && t('PO {number}', { number: line.poNumber }),
                  line.service,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="tabular-nums">{formatAmount(line.amount)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
