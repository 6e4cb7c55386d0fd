import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Approval } from '#shared/contract/estimates.ts'
import { approvalMethodLabels } from '#shared/rules/approvals.ts'
import { approvalLabels } from '#shared/rules/extras.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { approvalColors } from '#shared/rules/status-colors.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface AgreementsProps {
  jobId: string
  /** Shows how each can be proven, for the office. */
  forOffice?: boolean
}

/** What the customer of a visit agreed to, each as it was answered; nothing without any. */
export default function Agreements({ jobId, forOffice = false }: AgreementsProps) {
  const { data = [] } = useCall('GET /api/jobs/{id}/approvals', { params: { id: jobId } })
  if (data.length === 0) return null
  const list = (
    <ul className="divide-y divide-line">
      {data.map((approval) => (
        <Agreement key={approval.id} approval={approval} forOffice={forOffice} />
      ))}
    </ul>
  )
  if (forOffice) return <Card title={t('Agreements')}>{list}</Card>
  return (
    <Card>
      <details className="-my-2">
        <summary className="cursor-pointer py-2.5 font-medium">{t('What you agreed to')}</summary>
        {list}
      </details>
    </Card>
  )
}

function Agreement({ approval, forOffice }: { approval: Approval; forOffice: boolean }) {
  const { timeZone } = useBusiness()
  const { method, person, phone = '', said, lines, total, words, signature, hash, at } = approval
  const isBooking = method === 'booking'
  const who = [person, nationalPhone(phone)].filter(Boolean).join(', ')
  return (
    <li className="space-y-2 py-3 first:pt-0 last:pb-0">
      <div>
        <p className="font-medium">
          {[translate(approvalMethodLabels[method]), who].filter(Boolean).join(' · ')}
        </p>
        <p className="text-sm text-soft">{formatInstant(at, timeZone, { year: true })}</p>
      </div>
      <ul className="space-y-1">
        {lines.map(({ description, quantity, totalPrice, approved }, index) => (
          <li key={index} className="flex items-baseline justify-between gap-4">
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 wrap-anywhere">
              {quantity === 1 ? description : `${quantity} × ${description}`}
              {!isBooking && <AnswerBadge isApproved={approved} />}
            </span>
            <Money amount={totalPrice} className={approved ? '' : 'text-soft line-through'} />
          </li>
        ))}
      </ul>
      <p className="flex items-baseline justify-between gap-4 border-t border-line pt-1.5 font-medium">
        {t('Total')}
        <Money amount={total} />
      </p>
      <p className="text-sm">
        <q>{words}</q>
      </p>
      {said && <p className="text-sm">{t('They said: {words}', { words: said })}</p>}
      {signature && <Strokes signature={signature} person={person} />}
      {forOffice && <Proof hash={hash} />}
    </li>
  )
}

function AnswerBadge({ isApproved }: { isApproved: boolean }) {
  const answer = isApproved ? 'approved' : 'declined'
  return <Badge color={approvalColors[answer]}>{translate(approvalLabels[answer] ?? '')}</Badge>
}

/** The signature as it was drawn. */
function Strokes({
  signature: { width, height, strokes },
  person,
}: {
  signature: NonNullable<Approval['signature']>
  person: string
}) {
  return (
    <svg
      role="img"
      aria-label={t('Signature of {person}', { person })}
      viewBox={`0 0 ${width} ${height}`}
      className="h-24 max-w-full rounded-control border border-line bg-card text-ink"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {strokes.map((stroke, index) => (
        // A dot is a line to itself.
        <path
          key={index}
          d={`M${[...stroke, ...stroke.slice(-1)].map(({ x, y }) => `${x} ${y}`).join('L')}`}
        />
      ))}
    </svg>
  )
}

/** The start of the hash that shows that nothing was changed since; all of it to copy. */
function Proof({ hash }: { hash: string }) {
  const copy = async () => {
    await navigator.clipboard?.writeText(hash)
    toast({ title: t('Hash copied') })
  }
  return (
    <p className="flex items-center justify-between gap-2 text-sm text-soft">
      <span>
        SHA-256 <code className="font-mono">{hash.slice(0, 12)}…</code>
      </span>
      <QuietButton aria-label={t('Copy the hash')} onClick={() => void copy()}>
        {t('Copy')}
      </QuietButton>
    </p>
  )
}
