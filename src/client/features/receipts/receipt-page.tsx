import type { UseQueryResult } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallError } from '#client/app/call.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Receipt } from '#shared/contract/receipts.ts'
import { t } from '#shared/texts/t.ts'
import { ReceiptPaper } from './receipt-paper.tsx'

type ReceiptPageProps = {
  receipt: UseQueryResult<Receipt, CallError>
  back: { href: string; label: string }
  /** Fetches the file. */
  download: (receipt: Receipt) => ReactNode
  /** What is said where there is no such visit. */
  missing: { icon: ReactNode; title: string; text: string; action?: ReactNode }
  /** The photos, on the same paper. */
  children: (receipt: Receipt) => ReactNode
}

/** The receipt of a visit, on the screen, on paper and as a file, whoever reads it. */
export function ReceiptPage({ receipt, back, download, missing, children }: ReceiptPageProps) {
  const { data } = receipt
  const wayBack = <LinkButton href={back.href}>{back.label}</LinkButton>
  return (
    <Page
      title={data ? t('Receipt {number}', { number: data.number }) : t('Receipt')}
      back={back}
      actions={
        data && (
          <>
            <Button icon={<Printer />} onClick={() => print()}>
              {t('Print')}
            </Button>
            {download(data)}
          </>
        )
      }
    >
      <Loaded
        parts={[receipt]}
        loading={<Skeleton className="h-140 w-full rounded-card!" />}
        failed={
          receipt.error?.status === 409 ? t('No receipt yet') : t('The receipt could not be loaded')
        }
        action={wayBack}
        missing={<EmptyState action={wayBack} {...missing} />}
      >
        {(there) => <ReceiptPaper receipt={there}>{children(there)}</ReceiptPaper>}
      </Loaded>
    </Page>
  )
}
