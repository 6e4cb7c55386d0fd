import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useCall } from '#client/app/queries.ts'
import { downloadFile } from '#client/app/file-transfer.ts'
import { GuestPage } from '#client/features/jobs/guest-page.tsx'
import { PhotoStrip } from '#client/features/photos/photo-grid.tsx'
import { ReceiptPage } from '#client/features/receipts/receipt-page.tsx'
import { Button } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

/** The receipt of a visit by its guest's link. */
export default function GuestReceipt() {
  return <GuestPage>{({ id }, token) => <ByLink id={id} token={token} />}</GuestPage>
}

function ByLink({ id, token }: { id: string; token: string }) {
  const receipt = useCall('GET /api/jobs/{id}/receipt', { params: { id } }, { staleTime: 0 })
  const save = useMutation<void, CallError, string>({
    mutationFn: (number) => downloadFile(paths.receiptPdf(id), `receipt-${number}.pdf`, token),
    onError: (error) => showFailure(t('The receipt could not be downloaded'), error),
  })
  return (
    <ReceiptPage
      receipt={receipt}
      back={{ href: paths.guestVisit(token), label: t('Your visit') }}
      download={({ number }) => (
        <Button
          variant="primary"
          icon={<Download />}
          pending={save.isPending}
          onClick={() => save.mutate(number)}
        >
          {t('Download PDF')}
        </Button>
      )}
      photos={({ work }) => <PhotoStrip jobId={id} photos={work.photos} />}
    />
  )
}
