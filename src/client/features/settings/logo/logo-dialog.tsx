import { useState } from 'react'
import { api, type CallAnswer, CallError } from '#client/app/call.ts'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { refreshAfter } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { toast } from '#client/ui/toast.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { t, translate } from '#shared/texts/t.ts'
import { LogoPreview } from './logo-preview.tsx'

const change = 'PUT /api/admin/settings'
type Logo = PublicConfig['logo']

interface LogoDialogProps {
  /** New logo; null removes it. */
  logo: Logo
  seen: CallAnswer<'GET /api/admin/settings'>
  onClose: () => void
}

/** Previews a new logo, or the effect of removing it, before saving. */
export default function LogoDialog({ logo, seen, onClose }: LogoDialogProps) {
  const { brandName } = useBusiness()
  const [version, setVersion] = useState(seen.version)
  const [conflict, setConflict] = useState('')
  const saved = logo ? t('Logo saved') : t('Logo removed')
  return (
    <ConfirmCall
      call={change}
      input={{ body: { logo }, ifMatch: version }}
      asksAgain={(error) => {
        const { reason, version: newer } = (error.details ?? {}) as Refused
        if (reason !== 'changed' || newer === undefined) return false
        setVersion(newer)
        setConflict(translate(error.message))
        return true
      }}
      onClose={onClose}
      title={logo ? t('Use this logo?') : t('Remove the logo?')}
      description={
        logo
          ? t('It appears on your pages, receipts and home screens at once.')
          : t('Your pages, receipts and icons have our mark and your name again.')
      }
      confirmLabel={logo ? t('Use this logo') : t('Remove logo')}
      successToast={(answer) => ({
        title: saved,
        description: brandName,
        action: { label: t('Undo'), onSelect: () => void takeBack(seen.logo, answer.version) },
      })}
      failureToast={t('The logo was not changed')}
    >
      {conflict && (
        <div className="mb-3">
          <Banner tone="warning" live>
            {conflict}
          </Banner>
        </div>
      )}
      {logo && <LogoPreview logo={logo} brandName={brandName} />}
    </ConfirmCall>
  )
}

type Refused = { reason?: string; version?: number }

async function takeBack(logo: Logo, version: number): Promise<void> {
  try {
    await api(change, { body: { logo }, ifMatch: version })
    toast({ title: t('Change undone') })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    showFailure(t('Not undone'), error)
  }
  refreshAfter(change)
}
