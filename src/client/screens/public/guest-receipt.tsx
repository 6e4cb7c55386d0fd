import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Link2Off, Printer } from 'lucide-react'
import { useParams } from 'wouter'
import { api, type CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { saveFile } from '#client/app/save-file.ts'
import { ReceiptPaper } from '#client/features/receipts/receipt-paper.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Receipt } from '#shared/contract/receipts.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

/** The receipt of a visit by its guest's link, on the screen, on paper and as a file. */
export default function GuestReceipt() {
  const { token } = useParams<{ token: string }>()
  const receipt = useQuery<Receipt, CallError>({
    queryKey: ['POST /api/guest-links/receipt', token],
    queryFn: ({ signal }) => api('POST /api/guest-links/receipt', { body: { token }, signal }),
    staleTime: 0,
  })
  const { data } = receipt
  const save = useMutation<void, CallError>({
    mutationFn: () =>
      saveFile('/api/guest-links/receipt.pdf', `receipt-${data?.number ?? ''}.pdf`, { token }),
    onError: (error) => showFailure(t('The receipt could not be downloaded'), error),
  })
  const back = { href: paths.guestVisit(token), label: t('Your visit') }
  const wayBack = <LinkButton href={back.href}>{back.label}</LinkButton>
  return (
    <div className="mx-auto max-w-column">
      <meta name="robots" content="noindex" />
      <PageHeader
        title={data ? t('Receipt {number}', { number: data.number }) : t('Receipt')}
        back={back}
        actions={
          data && (
            <>
              <Button icon={<Printer />} onClick={() => print()}>
                {t('Print')}
              </Button>
              <Button
                variant="primary"
                icon={<Download />}
                pending={save.isPending}
                onClick={() => save.mutate()}
              >
                {t('Download PDF')}
              </Button>
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
            icon={<Link2Off />}
            title={t('This link does not open a visit')}
            text={t('Links expire 30 days after the visit, and some mail apps cut them short.')}
            action={<LinkButton href={paths.contact}>{t('Contact')}</LinkButton>}
          />
        }
      >
        {(there) => <ReceiptPaper receipt={there} />}
      </Loaded>
    </div>
  )
}
