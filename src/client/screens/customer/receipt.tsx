import { Download } from 'lucide-react'
import { useParams } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { useCall } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import { PhotoStrip } from '#client/features/photos/photo-grid.tsx'
import { ReceiptPage } from '#client/features/receipts/receipt-page.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'

export default function ReceiptScreen() {
  const { id } = useParams<{ id: string }>()
  const office = usePerson().role === 'admin'
  const receipt = useCall('GET /api/jobs/{id}/receipt', { params: { id } }, { staleTime: 0 })
  return (
    <ReceiptPage
      receipt={receipt}
      back={
        office
          ? { href: paths.officeVisit(id), label: t('Visit') }
          : { href: paths.orders, label: t('Your Orders') }
      }
      download={() => (
        <LinkButton variant="primary" icon={<Download />} href={paths.receiptPdf(id)} download="">
          {t('Download PDF')}
        </LinkButton>
      )}
      photos={({ work }) => <PhotoStrip jobId={id} photos={work.photos} />}
    />
  )
}
