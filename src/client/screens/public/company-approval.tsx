import { SearchX } from 'lucide-react'
import { useParams } from 'wouter'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall, useWrite } from '#client/app/queries.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CompanyApproval } from '#shared/contract/companies.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatAmount, formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Target of the link in an approver's mail. Works without a session. */
export default function CompanyApprovalScreen() {
  const { token } = useParams<{ token: string }>()
  const approval = useCall('GET /api/company-approvals/{token}', { params: { token } })
  return (
    <>
      <meta name="robots" content="noindex" />
      <Loaded
        page
        parts={[approval]}
        loading={<Skeleton className="mx-auto h-64 w-full max-w-column rounded-card!" />}
        failed={t('The visit could not be loaded')}
        missing={
          <EmptyState
            page
            icon={<SearchX />}
            title={t('This link does not work')}
            text={t('It may have been cut off, or you no longer approve visits for this company.')}
            action={<LinkButton href={paths.contact}>{t('Contact us')}</LinkButton>}
          />
        }
      >
        {(found) => <Question token={token} approval={found} />}
      </Loaded>
    </>
  )
}

function Question({ token, approval }: { token: string; approval: CompanyApproval }) {
  const { mutate, isPending } = useWrite('POST /api/company-approvals/{token}', {
    onError: (error) => showFailure(t('The answer was not saved'), error),
  })
  const answer = (approved: boolean) => mutate({ params: { token }, body: { approved } })
  const { state } = approval
  return (
    <Page title={t('Approve a visit')} lede={approval.company}>
      <Card>
        <Facts
          items={[
            { label: t('Car'), value: approval.unit },
            { label: t('When'), value: formatVisit(approval.date, approval.time, { year: true }) },
            { label: t('Where'), value: approval.serviceAddress },
            { label: t('Package'), value: approval.packageName },
            { label: t('PO number'), value: approval.poNumber || null },
            { label: t('Amount'), value: formatAmount(approval.amount) },
          ]}
        />
        {state === 'waiting' ? (
          <div className="mt-5 flex flex-wrap gap-2">
            <Button variant="primary" pending={isPending} onClick={() => answer(true)}>
              {t('Approve')}
            </Button>
            <Button pending={isPending} onClick={() => answer(false)}>
              {t('Decline and cancel the visit')}
            </Button>
          </div>
        ) : (
          <div className="mt-5">
            <Banner live tone={state === 'approved' ? 'success' : 'info'}>
              {state === 'approved' && t('This visit is approved.')}
              {state === 'declined' && t('This visit was declined and is cancelled.')}
              {state === 'over' && t('This visit no longer waits for an answer.')}
            </Banner>
          </div>
        )}
      </Card>
    </Page>
  )
}
