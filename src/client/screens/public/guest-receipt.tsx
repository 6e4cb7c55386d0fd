import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Link2Off } from 'lucide-react'
import { useParams } from 'wouter'
import { api, type CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { downloadFile } from '#client/app/file-transfer.ts'
import { PhotoStrip } from '#client/features/photos/photo-grid.tsx'
import { ReceiptPage } from '#client/features/receipts/receipt-page.tsx'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { Receipt } from '#shared/contract/receipts.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

export default function GuestReceipt() {
  const { token } = useParams<{ token: string }>()
  const receipt = useQuery<Receipt, CallError>({
    queryKey: ['POST /api/guest-links/receipt', token],
    queryFn: ({ signal }) => api('POST /api/guest-links/receipt', { body: { token }, signal }),
    staleTime: 0,
  })
  const save = useMutation<void, CallError, string>({
    mutationFn: (number) =>
      downloadFile('/api/guest-links/receipt.pdf', `receipt-${number}.pdf`, { token }),
    onError: (error) => showFailure(t('The receipt could not be downloaded'), error),
  })
  return (
    <>
      <meta name="robots" content="noindex" />
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
        missing={{
          icon: <Link2Off />,
          title: t('This link does not open a visit'),
          text: t('Links expire 30 days after the visit, and some mail apps cut them short.'),
          action: <LinkButton href={paths.contact}>{t('Contact')}</LinkButton>,
        }}
      >
        {({ jobId, work }) => <PhotoStrip jobId={jobId} photos={work.photos} />}
      </ReceiptPage>
    </>
  )
}
