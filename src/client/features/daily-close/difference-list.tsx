import { useState } from 'react'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { TextLink, SmallButton } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { CloseDifference, DailyClose, CloseProblem } from '#shared/contract/daily-close.ts'
import { differenceLabels } from '#shared/rules/daily-close.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatAmount, formatInstant } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import { Card } from '#client/ui/card.tsx'

const ExplainDialog = lazyDialog(() => import('./explain-dialog.tsx'))

interface DifferenceListProps {
  date: string
  compared: NonNullable<DailyClose['compared']>
}

export function DifferenceList({ date, compared }: DifferenceListProps) {
  const { differences, more, open, outdated } = compared
  // Its state when the dialog opened.
  const [explained, setExplained] = useState<CloseDifference | null>(null)
  return (
    <>
      <p className="font-medium" aria-live="polite">
        {open === 0 && !outdated && t('Every difference is explained.')}
        {open > 0 &&
          plural(open, {
            one: '{count} difference is not explained yet',
            other: '{count} differences are not explained yet',
          })}
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {differences.map((difference) => (
          <Difference
            key={difference.id}
            date={date}
            difference={difference}
            onExplain={() => setExplained(difference)}
          />
        ))}
      </ul>
      {more && <p className="text-sm text-soft">{t('There are more than shown here.')}</p>}
      {explained && (
        <ExplainDialog date={date} difference={explained} onClose={() => setExplained(null)} />
      )}
    </>
  )
}

interface DifferenceProps {
  date: string
  difference: CloseDifference
  onExplain: () => void
}

function Difference({ date, difference, onExplain }: DifferenceProps) {
  const { timeZone } = useBusiness()
  const { kind, here, there, at, otherAt, jobId, jobNumber, reference, id, note } = difference
  const name = jobNumber ?? reference ?? id
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <p className="font-medium">{translate(differenceLabels[kind])}</p>
        <p className="text-sm wrap-anywhere text-soft">
          {jobId ? <TextLink href={officePaths.officeVisit(jobId)}>{name}</TextLink> : name}
          {' · '}
          <time dateTime={at}>{formatInstant(at, timeZone)}</time>
        </p>
        <p className="text-sm tabular-nums">
          {t('Ledger {here}, card network {there}', {
            here: formatAmount(here),
            there: formatAmount(there),
          })}
        </p>
        {otherAt && (
          <p className="text-sm text-soft">
            {Number(here) === 0
              ? t('In the ledger on {when}.', { when: formatInstant(otherAt, timeZone) })
              : t('At the card network on {when}.', { when: formatInstant(otherAt, timeZone) })}
          </p>
        )}
        {note && (
          <p className="text-sm wrap-anywhere">
            “{note.words}”{' '}
            <span className="text-soft">
              {t('{name}, {when}', { name: note.by, when: formatInstant(note.at, timeZone) })}
            </span>
          </p>
        )}
      </div>
      <DifferenceAction date={date} difference={difference} name={name} onExplain={onExplain} />
    </li>
  )
}

/** The possible action, or that none is needed. */
function DifferenceAction({
  date,
  difference,
  name,
  onExplain,
}: DifferenceProps & { name: string }) {
  const { here, there, id, mayRecord, explainsItself, note } = difference
  const record = useWrite('POST /api/admin/close/record', {
    onSuccess: () => toast({ title: t('Booked'), description: t('Both match now.') }),
    onError: (error) => showFailure(t('Could not be booked'), error),
  })
  if (note) return <Badge color="green">{t('Explained')}</Badge>
  if (explainsItself) return <Badge>{t('Nothing to do')}</Badge>
  return (
    <span className="flex flex-wrap gap-2">
      {mayRecord && (
        <SmallButton
          variant="primary"
          pending={record.isPending}
          aria-label={t('Book here, {number}', { number: name })}
          onClick={() => record.mutate({ body: { date, id, here, there } })}
        >
          {t('Book here')}
        </SmallButton>
      )}
      <SmallButton aria-label={t('Explain, {number}', { number: name })} onClick={onExplain}>
        {t('Explain')}
      </SmallButton>
    </span>
  )
}

interface ProblemsCardProps {
  problems: readonly CloseProblem[]
  onResolve: (problem: CloseProblem) => void
}

/** Unexpected card network events of the day and their resolution; nothing if there are none. */
export function ProblemsCard({ problems, onResolve }: ProblemsCardProps) {
  const { timeZone } = useBusiness()
  if (problems.length === 0) return null
  return (
    <Card title={t('Unexpected events')}>
      <ul className="-my-3 divide-y divide-line">
        {problems.map((problem) => (
          <li
            key={problem.id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3"
          >
            <div className="min-w-0 flex-1 basis-64 space-y-1">
              <p className="font-medium">{problem.text}</p>
              <p className="text-sm text-soft">
                <TextLink href={officePaths.officeVisit(problem.jobId)}>
                  {problem.jobNumber}
                </TextLink>
                {' · '}
                <time dateTime={problem.at}>{formatInstant(problem.at, timeZone)}</time>
              </p>
              {problem.resolved && <Resolved {...problem.resolved} />}
            </div>
            {!problem.resolved && (
              <SmallButton
                aria-label={t('Resolve, {number}', { number: problem.jobNumber })}
                onClick={() => onResolve(problem)}
              >
                {t('Resolve')}
              </SmallButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Who resolved it, or when it resolved itself, such as a decided dispute. */
function Resolved({ by, at, note }: NonNullable<CloseProblem['resolved']>) {
  const { timeZone } = useBusiness()
  const when = formatInstant(at, timeZone)
  return (
    <p className="text-sm wrap-anywhere">
      {note && `“${note}” `}
      <span className="text-soft">
        {by ? t('{name}, {when}', { name: by, when }) : t('Settled since {when}', { when })}
      </span>
    </p>
  )
}
