import { useRef, useState } from 'react'
import { CallError } from '#client/app/call.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { logoTypes, logoTooLarge, maxLogoBytes, noSvgLogo } from '#shared/rules/logo-files.ts'
import { t, translate } from '#shared/texts/t.ts'
import { LastChange } from '../changes/last-change.tsx'
import { LogoPreview } from './logo-preview.tsx'
import { uploadFile } from '#client/app/file-transfer.ts'

const LogoDialog = lazyDialog(() => import('./logo-dialog.tsx'))

export function LogoCard() {
  const settings = useCall('GET /api/admin/settings').data
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const [dialog, setDialog] = useState<{ logo: PublicConfig['logo'] } | null>(null)
  if (!settings) return null
  const { logo, brandName } = settings
  const send = async (file: File) => {
    setSending(true)
    setProblem('')
    try {
      setDialog({ logo: await makeLogo(file) })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(translate(error.message))
    } finally {
      setSending(false)
    }
  }
  return (
    <Card id="logo" title={t('Logo')} className="scroll-mt-20" tabIndex={-1}>
      {logo ? (
        <LogoPreview logo={logo} brandName={brandName} />
      ) : (
        <p className="text-soft">{t('No logo yet: ours is shown next to your name.')}</p>
      )}
      <p className="mt-3 text-sm text-soft">
        {t('PNG, JPEG or WebP, 2 MB at most; best is a PNG with a transparent ground.')}
      </p>
      {problem && (
        <div className="mt-3">
          <Banner tone="error" live title={t('The picture was not taken')}>
            {problem}
          </Banner>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <LastChange names={['logo']} />
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept={[...logoTypes, '.svg'].join(',')}
            aria-label={t('Picture of the logo')}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void send(file)
              target.value = ''
            }}
          />
          {logo && (
            <Button variant="quiet" onClick={() => setDialog({ logo: null })}>
              {t('Remove logo')}
            </Button>
          )}
          <Button pending={sending} onClick={() => input.current?.click()}>
            {logo ? t('Change logo') : t('Choose a logo')}
          </Button>
        </div>
      </div>
      {dialog && <LogoDialog logo={dialog.logo} seen={settings} onClose={() => setDialog(null)} />}
    </Card>
  )
}

/** Converts a picture to a logo on the server for preview. Throws CallError with a message to show. */
async function makeLogo(picture: File): Promise<NonNullable<PublicConfig['logo']>> {
  if (picture.type === 'image/svg+xml' || /\.svgz?$/i.test(picture.name))
    throw new CallError(415, noSvgLogo)
  if (picture.size > maxLogoBytes) throw new CallError(413, logoTooLarge)
  return (await uploadFile('/api/admin/logo', picture)) as NonNullable<PublicConfig['logo']>
}
