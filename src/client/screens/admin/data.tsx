import { CallError, reasonOf } from '#client/app/call.ts'
import { ImportCard } from '#client/features/data/import-card.tsx'
import { ImportHistory } from '#client/features/data/import-history.tsx'
import { Page } from '#client/ui/page.tsx'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { downloadFile } from '#client/app/file-transfer.ts'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { toast } from '#client/ui/toast.ts'
import { formatNumber } from '#shared/texts/format.ts'

export default function Data() {
  return (
    <Page
      wide
      title={t('Import & export')}
      lede={t('Import customers from another program, or export everything.')}
      back={{ href: paths.settings, label: t('Settings') }}
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <ImportCard />
        <ExportCard />
        <ImportHistory />
      </div>
    </Page>
  )
}

function ExportCard() {
  const { today } = useBusiness()
  const [photos, setPhotos] = useState(false)
  const [bytes, setBytes] = useState(0)
  const save = useMutation({
    mutationFn: () => {
      setBytes(0)
      const url = photos ? `${fileUrls.allDataExport}?photos=1` : fileUrls.allDataExport
      return downloadFile(url, `all-data-${today}.zip`, undefined, setBytes)
    },
    onSuccess: () => toast({ title: t('Export successful') }),
  })
  return (
    <Card title={t('Export all data')}>
      <div className="space-y-4">
        <p className="text-soft">
          {t(
            'A zip with one CSV file for each kind of thing: customers, cars, visits, payments, messages, settings and their history. What opens an account or a card is left out.',
          )}
        </p>
        <Checkbox
          label={t('With photos')}
          description={t('This can be large.')}
          checked={photos}
          disabled={save.isPending}
          onChange={(event) => setPhotos(event.target.checked)}
        />
        <div>
          <Button icon={<Download />} pending={save.isPending} onClick={() => save.mutate()}>
            {t('Export all data')}
          </Button>
        </div>
        {save.isPending && (
          <p role="status" className="text-sm text-soft">
            {t('{megabytes} MB so far', { megabytes: formatNumber(bytes / 1024 / 1024) })}
          </p>
        )}
        {save.isError && (
          <Banner tone="error" live title={t('Export failed')}>
            {save.error instanceof CallError
              ? reasonOf(save.error, t('Please try again.'))
              : t('Please try again.')}
          </Banner>
        )}
        <p className="text-sm text-soft">
          {t('The audit log shows who exported data. Keep the file in a safe place.')}
        </p>
      </div>
    </Card>
  )
}
