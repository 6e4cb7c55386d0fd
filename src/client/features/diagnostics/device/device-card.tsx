import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { t } from '#shared/texts/t.ts'
import { ReportButtons } from '../report-buttons.tsx'
import { type DeviceFact, readDevice } from './read-device.ts'

/** What the device and its browser are, to be read to somebody who helps. */
export function DeviceCard() {
  const [facts, setFacts] = useState<readonly DeviceFact[]>()
  const read = () => void readDevice().then(setFacts)
  useEffect(read, [])
  // A turned phone is another size.
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
            {t('This was read on your device. Nothing of it was sent anywhere.')}
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
