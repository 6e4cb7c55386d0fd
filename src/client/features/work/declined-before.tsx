import { useCall } from '#client/app/queries.ts'
import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'
import { DeclinedLines } from '#client/app/declined-lines.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import type { Recommendation } from '#shared/contract/recommendations.ts'
import { t } from '#shared/texts/t.ts'
import { useExtras } from './use-extras.ts'

/** What the customer declined at earlier visits, to be offered again; nothing if there is none. */
export function DeclinedBefore({ jobId }: { jobId: string }) {
  const { data = [] } = useCall('GET /api/jobs/{id}/recommendations', { params: { id: jobId } })
  const { shown, adding } = useExtras(jobId)
  const again = new Set(shown.map(({ repeats }) => repeats))
  const lines = data.filter(({ id }) => !again.has(id))
  if (lines.length === 0) return null
  const offer = ({ id: repeats, declinedOn: _on, totalPrice: _total, ...line }: Recommendation) =>
    makeChange({
      jobId,
      change: adding({ ...line, repeats }, { isOffered: true }),
      refused: showWorkFailure('', t('Failed to Add Service')),
      success: { title: t('The customer is asked'), description: line.description },
    })
  return (
    <div className="mt-5 border-t border-line pt-5">
      <h3 className="font-semibold">{t('Declined before')}</h3>
      <DeclinedLines
        lines={lines}
        action={(line) => (
          <SmallButton
            aria-label={t('Offer {name} again', { name: line.description })}
            onClick={() => void offer(line)}
          >
            {t('Offer again')}
          </SmallButton>
        )}
      />
    </div>
  )
}
