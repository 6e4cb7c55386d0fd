import { useWrite } from '#client/app/queries.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Creates and shows, once, the code a deactivated technician needs to hand in work left on their phone. */
export function HandInCode({ technicianId }: { technicianId: string }) {
  const { timeZone } = useBusiness()
  const make = useWrite('POST /api/admin/technicians/{id}/hand-in-code', {
    onError: (error) => showFailure(t('Error'), error),
  })
  const { data } = make
  return (
    <Card title={t('Work left on their phone')}>
      <p>
        {t(
          'If their phone shows unsent changes, give them a code. What they hand in appears on the visits as unsent work.',
        )}
      </p>
      {data && (
        <p role="status" className="mt-3 rounded-control bg-sunken px-4 py-3">
          <span className="block font-mono text-2xl font-semibold tracking-wider select-all">
            {data.code}
          </span>
          <span className="text-sm text-soft">
            {t('Works once, until {when}', { when: formatInstant(data.expiresAt, timeZone) })}
          </span>
        </p>
      )}
      <Button
        className="mt-3"
        pending={make.isPending}
        onClick={() => make.mutate({ params: { id: technicianId } })}
      >
        {data ? t('Make another code') : t('Make a code')}
      </Button>
    </Card>
  )
}
