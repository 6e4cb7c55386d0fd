import { Download } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { FileLink } from '#client/features/jobs/visit-actions.tsx'
import { ReceiptPaper } from '#client/features/receipts/receipt-page.tsx'
import { ReceiptForm } from '#client/features/settings/receipt-form.tsx'
import { Card } from '#client/ui/card.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { t } from '#shared/texts/t.ts'

/** The settings for what receipts show, with a sample. */
export default function Receipts() {
  const settings = useCall('GET /api/admin/settings')
  const [chosen, setChosen] = useState<string>()
  const state = chosen ?? settings.data?.receiptProfile?.state ?? ''
  const profile = useCall(
    'GET /api/admin/receipt-profile',
    { query: state ? { state } : {} },
    { enabled: settings.data !== undefined, placeholderData: (before) => before },
  )
  return (
    <Page
      title={t('Receipts')}
      lede={t('Some states require more than price and payment. Old receipts stay as they are.')}
      back={{ href: officePaths.settingsPart('business', 'receipts'), label: t('Settings') }}
    >
      <Loaded
        parts={[settings, profile]}
        loading={<Skeleton className="h-140 w-full rounded-card!" />}
        failed={t('The settings could not be loaded')}
      >
        {(there, { missing, suggested, sample }) => (
          <div className="space-y-4">
            <Card>
              <ReceiptForm
                settings={there}
                {...{ state, missing, suggested }}
                onState={setChosen}
              />
            </Card>
            <section aria-label={t('Sample')} className="space-y-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h2 className="text-lg">{t('A sample with your prices and products')}</h2>
                <FileLink
                  icon={<Download />}
                  href={fileUrls.receiptSample(state)}
                  name="receipt-sample.pdf"
                >
                  {t('Download PDF')}
                </FileLink>
              </div>
              <ReceiptPaper receipt={sample} />
            </section>
          </div>
        )}
      </Loaded>
    </Page>
  )
}
