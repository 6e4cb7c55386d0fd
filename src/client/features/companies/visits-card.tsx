import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { useLocation } from 'wouter'
import { Loaded } from '#client/app/loaded.tsx'
import { api, refusedFee } from '#client/app/call.ts'
import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { SmallButton, TextLink } from '#client/ui/button.tsx'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import type { CompanyVisit } from '#shared/contract/companies.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatAmount, formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface VisitsCardProps {
  companyId: string
  /** How a visit's page opens: the office's, by a link, or not at all. */
  opens: 'office' | 'link' | 'none'
}

/** A company's visits ahead and past. Amounts are there for those who may see them. */
export function VisitsCard(props: VisitsCardProps) {
  return (
    <Card title={t('Visits')}>
      <Tabs
        label={t('Visits')}
        tabs={[
          { id: 'ahead', label: t('Ahead'), content: <VisitList {...props} when="ahead" /> },
          { id: 'past', label: t('visit|Past'), content: <VisitList {...props} when="past" /> },
        ]}
      />
    </Card>
  )
}

function VisitList({ companyId, opens, when }: VisitsCardProps & { when: 'ahead' | 'past' }) {
  const visits = useCall('GET /api/companies/{id}/visits', {
    params: { id: companyId },
    query: { when },
  })
  const [cancelling, setCancelling] = useState<CompanyVisit | null>(null)
  return (
    <Loaded
      parts={[visits]}
      loading={<Skeleton lines={4} />}
      failed={t('The visits could not be loaded')}
    >
      {(all) => (
        <>
          {all.length === 0 && (
            <p className="text-soft">
              {when === 'ahead' ? t('No visits ahead.') : t('No past visits.')}
            </p>
          )}
          <ul className="-my-3 divide-y divide-line">
            {all.map((visit) => (
              <VisitRow
                key={visit.id}
                companyId={companyId}
                visit={visit}
                opens={opens}
                onCancel={() => setCancelling(visit)}
              />
            ))}
          </ul>
          {cancelling && (
            <CancelDialog
              companyId={companyId}
              visit={cancelling}
              onClose={() => setCancelling(null)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

interface CancelDialogProps {
  companyId: string
  visit: CompanyVisit
  onClose: () => void
}

/** Confirms cancelling; where it costs something, the server says so and the dialog asks again. */
function CancelDialog({ companyId, visit, onClose }: CancelDialogProps) {
  const [fee, setFee] = useState<string>()
  return (
    <ConfirmCall
      call="POST /api/companies/{id}/visits/{jobId}/cancel"
      input={{ params: { id: companyId, jobId: visit.id }, body: { seenFee: fee } }}
      onClose={onClose}
      danger
      title={t('Cancel this visit?')}
      description={t('{unit}, {time}', {
        unit: visit.unitNumber || visit.vehicle,
        time: formatVisit(visit.date, visit.time),
      })}
      confirmLabel={t('Cancel the visit')}
      cancelLabel={t('Keep')}
      successToast={{ title: t('Visit cancelled') }}
      failureToast={t('The visit was not cancelled')}
      asksAgain={(error) => {
        const now = refusedFee(error)
        if (now) setFee(now)
        return now !== undefined
      }}
    >
      {fee && (
        <Banner tone="warning" live>
          {t('Cancelling now costs {fee}.', { fee: formatAmount(fee) })}
        </Banner>
      )}
    </ConfirmCall>
  )
}

interface VisitRowProps extends VisitsCardProps {
  visit: CompanyVisit
  onCancel: () => void
}

function VisitRow({ companyId, visit, opens, onCancel }: VisitRowProps) {
  const [, go] = useLocation()
  const [opening, setOpening] = useState(false)
  const { id, number, unitNumber, vehicle, date, time, amount } = visit
  const open = async () => {
    setOpening(true)
    try {
      const params = { id: companyId, jobId: id }
      go((await api('POST /api/companies/{id}/visits/{jobId}/link', { params })).path)
    } catch (error) {
      showFailure(t('The visit could not be opened'), error as never)
      setOpening(false)
    }
  }
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {unitNumber ? `${unitNumber} · ${vehicle}` : vehicle}
          <VisitBadge
            job={{
              needsConfirmation: visit.isRequest,
              status: visit.status,
              outcome: visit.notDone ? 'not_done' : null,
            }}
          />
        </p>
        {visit.approval && (
          <p className="text-sm font-medium text-amber">{t('Waits for approval')}</p>
        )}
        <p className="text-sm">{formatVisit(date, time, { year: true })}</p>
        <p className="text-sm text-soft">
          {[
            visit.packageName,
            visit.poNumber && t('PO {number}', { number: visit.poNumber }),
            visit.technician && t('with {name}', { name: visit.technician }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="text-sm text-soft">{visit.serviceAddress}</p>
      </div>
      <div className="flex flex-col items-end gap-2">
        {amount !== undefined && <p className="font-medium tabular-nums">{formatAmount(amount)}</p>}
        <span className="flex flex-wrap justify-end gap-2">
          {opens === 'office' && <TextLink href={officePaths.officeVisit(id)}>{number}</TextLink>}
          {opens === 'link' && (
            <SmallButton
              pending={opening}
              aria-label={t('Open visit {number}', { number })}
              onClick={() => void open()}
            >
              {t('Open')}
            </SmallButton>
          )}
          {visit.approval && opens !== 'none' && (
            <AnswerButtons companyId={companyId} visit={visit} />
          )}
          {visit.mayCancel && opens !== 'office' && (
            <SmallButton aria-label={t('Cancel visit {number}', { number })} onClick={onCancel}>
              {t('Cancel')}
            </SmallButton>
          )}
        </span>
      </div>
    </li>
  )
}

function AnswerButtons({ companyId, visit }: { companyId: string; visit: CompanyVisit }) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  const unit = visit.unitNumber || visit.vehicle
  return (
    <>
      <SmallButton
        variant="primary"
        aria-label={t('Approve the visit of {unit}', { unit })}
        onClick={() => setAsked('approve')}
      >
        {t('Approve')}
      </SmallButton>
      <SmallButton
        aria-label={t('Decline the visit of {unit}', { unit })}
        onClick={() => setAsked('decline')}
      >
        {t('Decline')}
      </SmallButton>
      {asked && (
        <ConfirmCall
          call="POST /api/companies/{id}/visits/{jobId}/answer"
          input={{
            params: { id: companyId, jobId: visit.id },
            body: { approved: asked === 'approve' },
          }}
          onClose={() => setAsked(null)}
          danger={asked === 'decline'}
          title={asked === 'approve' ? t('Approve this visit?') : t('Decline this visit?')}
          description={
            asked === 'approve'
              ? t('It takes place as booked.')
              : t('It is cancelled, and its time is free again.')
          }
          confirmLabel={asked === 'approve' ? t('Approve') : t('Decline')}
          cancelLabel={t('Not yet')}
          successToast={{
            title: asked === 'approve' ? t('Visit approved') : t('Visit declined'),
          }}
          failureToast={t('The answer was not saved')}
        />
      )}
    </>
  )
}
