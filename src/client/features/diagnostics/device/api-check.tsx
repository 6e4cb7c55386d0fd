import { useEffect, useRef } from 'react'
import { SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { t } from '#shared/texts/t.ts'
import { CheckList } from '../checks/check-list.tsx'
import { backendHealth, userAuthentication } from '../checks/server-checks.ts'
import { useChecks } from '../checks/use-checks.ts'

const checks = [backendHealth, userAuthentication] as const

/** Checks on load whether this device reaches the server. */
export function ApiCheck() {
  const { rows, isRunning, run } = useChecks(checks)
  // Once; afterwards by the button.
  const first = useRef(run)
  useEffect(() => first.current(), [])
  return (
    <Card
      title={t('API check')}
      action={
        <SmallButton pending={isRunning} onClick={run}>
          {t('Check again')}
        </SmallButton>
      }
    >
      <div role="status">
        <CheckList rows={rows} label={t('API check')} />
      </div>
    </Card>
  )
}
