import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { t } from '#shared/texts/t.ts'
import { useVinScan } from './use-vin-scan.ts'

interface ScanVinDialogProps {
  onFound: (vin: string) => void
  onClose: () => void
}

/** Reads a VIN with the camera; nothing that it sees leaves the device. */
export default function ScanVinDialog({ onFound, onClose }: ScanVinDialogProps) {
  const { video, scan } = useVinScan({ onFound, onHidden: onClose })
  const sees = scan === 'looking' || scan === 'nothing yet'
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Scan the VIN')}
      description={t(
        'The bar code is on a sticker inside the driver door, on many cars also behind the windshield. The picture stays on your device.',
      )}
      footer={<Button onClick={onClose}>{t('Type it instead')}</Button>}
    >
      <video
        ref={video}
        muted
        playsInline
        aria-hidden
        className={sees ? 'aspect-video w-full rounded-control bg-sunken object-cover' : 'sr-only'}
      />
      <div role="status" className="mt-3 text-soft">
        {scan === 'starting' && t('Starting the camera…')}
        {scan === 'looking' && t('Hold the bar code in front of the camera.')}
        {scan === 'nothing yet' &&
          t(
            'Nothing found yet. More light helps, and so does holding the phone a little farther away.',
          )}
        {scan === 'refused' && (
          <Banner tone="warning" title={t('The camera is not allowed')}>
            {t('Allow it for this site in the settings of your browser, or type the VIN.')}
          </Banner>
        )}
        {scan === 'no camera' && (
          <Banner tone="warning" title={t('No camera was found')}>
            {t('Please type the VIN.')}
          </Banner>
        )}
        {scan === 'failed' && (
          <Banner tone="warning" title={t('The camera did not start')}>
            {t('Another app may be using it. Close that app and try again, or type the VIN.')}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
