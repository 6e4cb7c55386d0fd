import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { checkDigitMatches, scannedVin } from '#shared/rules/vin.ts'
import { t } from '#shared/texts/t.ts'
import { makeDetector } from './barcode-detector.ts'

interface ScanVinDialogProps {
  onFound: (vin: string) => void
  onClose: () => void
}

/** Scans a VIN with the camera; images never leave the device. */
export default function ScanVinDialog({ onFound, onClose }: ScanVinDialogProps) {
  const { video, scan } = useVinScan({ onFound, onHidden: onClose })
  const sees = scan === 'looking' || scan === 'nothing yet'
  return (
    <Dialog
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

type Scan = 'starting' | 'looking' | 'nothing yet' | 'refused' | 'no camera' | 'failed'

const lookEveryMs = 200
const nothingAfterMs = 12_000

/** Scans for a VIN while mounted and visible; `video` shows the camera. */
function useVinScan({
  onFound,
  onHidden,
}: {
  onFound: (vin: string) => void
  onHidden: () => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [scan, setScan] = useState<Scan>('starting')
  const found = useEffectEvent(onFound)
  const hidden = useEffectEvent(onHidden)

  useEffect(() => {
    const ended = new AbortController()
    const endHidden = () => {
      if (document.visibilityState === 'hidden') hidden()
    }
    document.addEventListener('visibilitychange', endHidden, { signal: ended.signal })
    look(video.current, ended.signal, setScan).then(
      (vin) => vin && found(vin),
      (error: unknown) => !ended.signal.aborted && setScan(describe(error)),
    )
    return () => ended.abort()
  }, [])

  return { video, scan }
}

/** Shows the camera and returns the first VIN; undefined once aborted, which turns the camera off. */
async function look(
  video: HTMLVideoElement | null,
  ended: AbortSignal,
  tell: (scan: Scan) => void,
): Promise<string | undefined> {
  const detector = await makeDetector()
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1920 } },
  })
  const turnOff = () => stream.getTracks().forEach((track) => track.stop())
  ended.addEventListener('abort', turnOff)
  try {
    if (ended.aborted || !video) return undefined
    video.srcObject = stream
    await video.play()
    tell('looking')
    const startedAt = performance.now()
    let before: string | undefined
    while (!ended.aborted) {
      const codes = await detector.detect(video)
      const vin = codes.map(({ rawValue }) => scannedVin(rawValue)).find(Boolean)
      // A wrong check digit may be a misread, so it must be read twice.
      if (vin && (vin === before || checkDigitMatches(vin))) return ended.aborted ? undefined : vin
      before = vin
      if (performance.now() - startedAt > nothingAfterMs) tell('nothing yet')
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
    return undefined
  } finally {
    turnOff()
  }
}

function describe(error: unknown): Scan {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'no camera' : 'failed'
}
