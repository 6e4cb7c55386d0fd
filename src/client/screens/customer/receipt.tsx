import { Download } from 'lucide-react'
import { Suspense } from 'react'
import { useParams } from 'wouter'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { useCall } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { FileLink } from '#client/features/jobs/visit-actions.tsx'
import { PhotoStrip } from '#client/features/photos/photo-grid.tsx'
import { ReceiptPage } from '#client/features/receipts/receipt-page.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { t } from '#shared/texts/t.ts'

const ReportLink = lazyComponent(() => import('#client/features/inspections/report-link.tsx'))

export default function ReceiptScreen() {
  const { id } = useParams<{ id: string }>()
  const office = usePerson().role === 'admin'
  return (
    <VisitReceipt
      id={id}
      back={
        office
          ? { href: officePaths.officeVisit(id), label: t('Visit') }
          : { href: paths.orders, label: t('Your Orders') }
      }
    />
  )
}

/** The receipt of a visit, for its customer, its guest or the office. */
export function VisitReceipt({ id, back }: { id: string; back: { href: string; label: string } }) {
  const { uses } = useBusiness()
  const receipt = useCall('GET /api/jobs/{id}/receipt', { params: { id } }, { staleTime: 0 })
  return (
    <ReceiptPage
      receipt={receipt}
      back={back}
      download={({ number }) => (
        <>
          {uses.inspections && (
            <Suspense>
              <ReportLink jobId={id} />
            </Suspense>
          )}
          <FileLink
            variant="primary"
            icon={<Download />}
            href={fileUrls.receiptPdf(id)}
            name={`receipt-${number}.pdf`}
          >
            {t('Download PDF')}
          </FileLink>
        </>
      )}
      photos={({ work }) => <PhotoStrip jobId={id} photos={work.photos} />}
    />
  )
}
