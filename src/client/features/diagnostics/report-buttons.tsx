import { Copy, Download } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'
import { copyReport, saveReport } from './report.ts'

interface ReportButtonsProps {
  /** Of the file, before the day. */
  name: string
  write: () => string
  disabledReason?: string | false
}

/** Takes results along as plain text. */
export function ReportButtons({ name, write, disabledReason }: ReportButtonsProps) {
  const off = { disabledReason: disabledReason ?? false }
  return (
    <>
      <Button {...off} icon={<Copy />} onClick={() => void copyReport(write())}>
        {t('Copy results')}
      </Button>
      <Button
        {...off}
        icon={<Download />}
        onClick={() => saveReport(write(), `${name}-${new Date().toISOString().slice(0, 10)}.txt`)}
      >
        {t('Save results')}
      </Button>
    </>
  )
}
