import { Copy, Download } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'

interface ReportButtonsProps {
  /** File name before the date. */
  name: string
  write: () => string
  disabledReason?: string | false
}

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

async function copyReport(text: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  toast(
    copied
      ? { title: t('Results copied') }
      : {
          title: t('Not copied'),
          description: t('This browser does not allow it. Save them as a file instead.'),
          destructive: true,
        },
  )
}

function saveReport(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Later, because the browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
