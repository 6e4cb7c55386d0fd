import { useMaybePerson } from '#client/app/session.ts'
import { Dipstick } from '#client/brand/dipstick.tsx'
import type { Role } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'

interface RunProgressProps {
  label: string
  done: number
  total: number
  /** Current item; empty when idle. */
  now: string
  result: string
}

/** Progress of a run as a bar, announced to screen readers in words. */
export function RunProgress({ label, done, total, now, result }: RunProgressProps) {
  const role = useMaybePerson()?.role ?? null
  const count = t('{done} of {total} done', { done: String(done), total: String(total) })
  return (
    <div>
      <Dipstick label={label} value={done} max={total} valueText={count} />
      <p role="status" className="mt-1 min-h-6 text-sm text-soft">
        {now && `${t('Testing {name}', { name: now })} · ${count}`}
        {!now && (done === 0 ? result : `${result} ${describeTester(role)}`)}
      </p>
    </div>
  )
}

/** The role tested as, which limits the possible checks. */
function describeTester(role: Role | null): string {
  if (role === 'customer') return t('Tested as a customer.')
  if (role === 'technician') return t('Tested as a technician.')
  return role === 'admin' ? t('Tested as the office.') : t('Tested as a visitor.')
}
