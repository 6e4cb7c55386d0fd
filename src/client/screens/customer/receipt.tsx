import { Download, Printer, SearchX } from 'lucide-react'
import { useParams } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import { PhotoStrip } from '#client/features/photos/photo-strip.tsx'
import { ReceiptPaper } from '#client/features/receipts/receipt-paper.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { t } from '#shared/texts/t.ts'

export default function ReceiptScreen() {
  const { id } = useParams<{ id: string }>()
  const office = usePerson().role === 'admin'
  const receipt = useCall('GET /api/jobs/{id}/receipt', { params: { id } }, { staleTime: 0 })
  const { data } = receipt
  const back = office
    ? { href: paths.officeVisit(id), label: t('Visit') }
    : { href: paths.orders, label: t('Your Orders') }
  const wayBack = <LinkButton href={back.href}>{back.label}</LinkButton>
  return (
    <div className="mx-auto max-w-column">
      <PageHeader
        title={data ? t('Receipt {number}', { number: data.number }) : t('Receipt')}
        back={back}
        actions={
          data && (
            <>
              <Button icon={<Printer />} onClick={() => print()}>
                {t('Print')}
              </Button>
              <LinkButton
                variant="primary"
                icon={<Download />}
                href={paths.receiptPdf(id)}
                download=""
              >
                {t('Download PDF')}
              </LinkButton>
            </>
          )
        }
      />
      <Loaded
        parts={[receipt]}
        loading={<Skeleton className="h-140 w-full rounded-card!" />}
        failed={
          receipt.error?.status === 409 ? t('No receipt yet') : t('The receipt could not be loaded')
        }
        action={wayBack}
        missing={
          <EmptyState
            icon={<SearchX />}
            title={t('Job not found.')}
            text={t('This booking does not exist or belongs to another account.')}
            action={wayBack}
          />
        }
      >
        {(there) => (
          <>
            <ReceiptPaper receipt={there} />
            <PhotoStrip jobId={id} />
          </>
        )}
      </Loaded>
    </div>
  )
}
