import { Camera } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { documentPath } from '#client/app/routing.ts'
import { writeSessionStore, readSessionStore } from '#client/app/session-store.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import { isCameraScreen } from '#shared/rules/screens.ts'
import { t } from '#shared/texts/t.ts'
import { canScan } from './barcode-detector.ts'

const ScanVinDialog = lazyDialog(() => import('./scan-vin-dialog.tsx'))

const interrupted = 'VIN to scan'

/**
 * Scans a VIN with the camera, if supported. Only documents opened at this address may use the camera; others reload first
 * and writeSessionStore typed values.
 */
export function ScanVin({ vin, onVin }: { vin: string; onVin: (vin: string) => void }) {
  const [before] = useState(() => readSessionStore(interrupted))
  const [possible, setPossible] = useState(false)
  const [scanning, setScanning] = useState(false)
  const goesOn = typeof before === 'string'
  const offer = useEffectEvent(() => {
    setPossible(true)
    if (!goesOn) return
    onVin(before)
    setScanning(true)
  })
  useEffect(() => {
    writeSessionStore(interrupted, null)
    canScan().then(
      (can) => can && offer(),
      () => {},
    )
  }, [])
  const start = () => {
    if (isCameraScreen(documentPath())) return setScanning(true)
    writeSessionStore(interrupted, vin)
    location.reload()
  }
  if (!possible) return null
  return (
    <div>
      <Button wide autoFocus={goesOn} icon={<Camera />} onClick={start}>
        {t('Scan with the camera')}
      </Button>
      {scanning && (
        <ScanVinDialog
          onClose={() => setScanning(false)}
          onFound={(found) => {
            setScanning(false)
            onVin(found)
            toast({
              title: t('VIN read'),
              description: t('{vin}. Please compare it with your vehicle.', { vin: found }),
            })
          }}
        />
      )}
    </div>
  )
}
