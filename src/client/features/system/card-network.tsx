import { WriteFailure } from '#client/app/call-failure.tsx'
import { RefreshCw } from 'lucide-react'
import { useCall, useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { StatusBadge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { ErrorState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CardNetworkState } from '#shared/contract/card-network.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

export function CardNetwork() {
  const state = useCall('GET /api/admin/card-network')
  return (
    <Card title={t('Card payments')}>
      {state.data ? (
        <Known state={state.data} />
      ) : state.isError ? (
        <ErrorState
          title={t('The card network could not be looked up')}
          text={translate(state.error.message)}
          retryLabel={t('Try again')}
          onRetry={() => void state.refetch()}
          pending={state.isFetching}
        />
      ) : (
        <Skeleton lines={4} />
      )}
    </Card>
  )
}

function Known({ state }: { state: CardNetworkState }) {
  const check = useWrite('POST /api/admin/card-network/check')
  const { timeZone } = useBusiness()
  const { provider, webhookUrl } = state
  if (!provider)
    return (
      <p className="text-soft">
        {t('No card network is connected. Visits are paid to the business directly.')}
      </p>
    )
  if (provider === 'simulator')
    return (
      <p className="text-soft">
        {t('Cards are simulated here: only the practice cards work, and no money moves.')}
      </p>
    )
  return (
    <div className="space-y-4">
      <Facts
        items={[
          { label: t('Provider'), value: 'Square' },
          {
            label: t('Environment'),
            value: state.environment === 'sandbox' ? t('Sandbox, no money moves') : t('Live'),
          },
          { label: t('Account'), value: <CheckBadge check={state.check} /> },
          {
            label: t('Checked'),
            value: state.check ? formatInstant(state.check.at, timeZone) : null,
          },
        ]}
      />
      {state.check?.facts.map((fact) => (
        <p key={fact} className="text-sm">
          {fact}
        </p>
      ))}
      {webhookUrl && (
        <p className="text-sm text-soft">
          {t('Webhooks must be delivered to this address, exactly as it is:')}{' '}
          <span className="font-medium wrap-anywhere text-ink">{webhookUrl}</span>
        </p>
      )}
      <WriteFailure title={t('Not checked')} error={check.error} />
      <Button icon={<RefreshCw />} pending={check.isPending} onClick={() => check.mutate({})}>
        {t('Check now')}
      </Button>
    </div>
  )
}

function CheckBadge({ check }: Pick<CardNetworkState, 'check'>) {
  if (!check) return <StatusBadge color="gray">{t('Not checked yet')}</StatusBadge>
  if (check.state === 'ok') return <StatusBadge color="green">{t('Ready')}</StatusBadge>
  if (check.state === 'refused')
    return <StatusBadge color="red">{t('Needs attention')}</StatusBadge>
  return <StatusBadge color="amber">{t('No answer')}</StatusBadge>
}
