import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { t } from '#shared/texts/t.ts'
import { ReportButtons } from '../report-buttons.tsx'

export function DeviceCard() {
  const [facts, setFacts] = useState<readonly DeviceFact[]>()
  const read = () => void readDevice().then(setFacts)
  useEffect(read, [])
  // Rotating a phone changes its size.
  useEffect(() => {
    addEventListener('resize', read)
    return () => removeEventListener('resize', read)
  }, [])
  const write = () => (facts ?? []).map(({ label, value }) => `${label}: ${value}`).join('\n')
  return (
    <Card title={t('This device')}>
      {facts ? (
        <>
          <dl className="divide-y divide-line">
            {facts.map(({ label, value }) => (
              <div
                key={label}
                className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 py-2 first:pt-0"
              >
                <dt className="text-soft">{label}</dt>
                <dd translate="no" className="min-w-0 font-medium wrap-anywhere">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-3 text-sm text-soft">
            {t('Read on your device and not sent anywhere.')}
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <ReportButtons name="device" write={write} />
            <Button onClick={read}>{t('Read again')}</Button>
          </div>
        </>
      ) : (
        <Skeleton lines={8} />
      )}
    </Card>
  )
}

type DeviceFact = { label: string; value: string }

/** Narrower counts as a phone. */
const wideFromPx = 768

/** Facts from the browser about itself and the device; never sent anywhere. */
async function readDevice(): Promise<DeviceFact[]> {
  const { width, height } = screen
  const fact = (label: string, value: string): DeviceFact => ({ label, value })
  const yesOrNo = (is: boolean) => (is ? t('Yes') : t('No'))
  return [
    fact(t('Window'), t('{width} × {height} px', sizeOf(innerWidth, innerHeight))),
    fact(t('Layout'), innerWidth < wideFromPx ? t('Narrow, as on a phone') : t('Wide')),
    fact(t('Screen'), t('{width} × {height} px', sizeOf(width, height))),
    fact(t('Pixels per point'), String(Math.round(devicePixelRatio * 100) / 100)),
    fact(t('Touch'), t('{count} points', { count: String(navigator.maxTouchPoints) })),
    fact(t('Network'), navigator.onLine ? t('Online') : t('Offline')),
    fact(t('Cookies'), yesOrNo(navigator.cookieEnabled)),
    fact(t('Local storage'), yesOrNo(keeps(() => localStorage))),
    fact(t('Session storage'), yesOrNo(keeps(() => sessionStorage))),
    fact(t('Database in the browser'), yesOrNo(await opensDatabase())),
    fact(t('Service worker'), await serviceWorkerState()),
    fact(t('Installed'), yesOrNo(matchMedia('(display-mode: standalone)').matches)),
    fact(t('Dark theme'), yesOrNo(matchMedia('(prefers-color-scheme: dark)').matches)),
    fact(t('Reduced motion'), yesOrNo(matchMedia('(prefers-reduced-motion: reduce)').matches)),
    fact(t('Languages'), navigator.languages.join(', ')),
    fact(t('Time zone'), Intl.DateTimeFormat().resolvedOptions().timeZone),
    fact(t('Clock of the device'), new Date().toLocaleString()),
    fact(t('Browser'), navigator.userAgent),
  ]
}

const sizeOf = (width: number, height: number) => ({
  width: String(width),
  height: String(height),
})

/** Private windows and full disks refuse; some browsers throw on mere access. */
function keeps(storage: () => Storage): boolean {
  const key = 'fivequart-storage-test'
  try {
    storage().setItem(key, key)
    storage().removeItem(key)
    return true
  } catch {
    return false
  }
}

function opensDatabase(): Promise<boolean> {
  const name = 'fivequart-storage-test'
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open(name)
      opening.addEventListener('error', () => resolve(false))
      opening.addEventListener('success', () => {
        opening.result.close()
        indexedDB.deleteDatabase(name)
        resolve(true)
      })
    } catch {
      resolve(false)
    }
  })
}

async function serviceWorkerState(): Promise<string> {
  if (!('serviceWorker' in navigator)) return t('Not possible here')
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  if (!registration) return t('None')
  if (registration.waiting) return t('A new version is waiting')
  if (!registration.active) return t('Being installed')
  return navigator.serviceWorker.controller ? t('Active') : t('Active after the next reload')
}
