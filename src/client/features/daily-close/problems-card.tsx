import { useBusiness } from '#client/app/session.ts'
import { Button, TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { CloseProblem } from '#shared/contract/daily-close.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

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
                <TextLink href={paths.officeVisit(problem.jobId)}>{problem.jobNumber}</TextLink>
                {' · '}
                <time dateTime={problem.at}>{formatInstant(problem.at, timeZone)}</time>
              </p>
              {problem.resolved && <Resolved {...problem.resolved} />}
            </div>
            {!problem.resolved && (
              <Button
                size="small"
                aria-label={t('Resolve, {number}', { number: problem.jobNumber })}
                onClick={() => onResolve(problem)}
              >
                {t('Resolve')}
              </Button>
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
