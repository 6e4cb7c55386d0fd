import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { SignedInDevice } from '#shared/contract/accounts.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** The devices the person is signed in on, with buttons to sign them out. */
export default function Devices() {
  const devices = useCall('GET /api/account/sessions')
  const [ending, setEnding] = useState<SignedInDevice | 'others' | null>(null)
  return (
    <Page
      title={t('Signed-in devices')}
      back={{ href: paths.profile, label: t('Your Profile') }}
      lede={t('If you do not recognize one, sign it out, and check your e-mail address.')}
    >
      <Card>
        <Loaded
          parts={[devices]}
          loading={<Skeleton lines={4} />}
          failed={t('Your devices could not be loaded')}
        >
          {(all) => (
            <>
              <ul className="-my-3 divide-y divide-line">
                {all.map((device) => (
                  <DeviceRow key={device.id} device={device} onEnd={() => setEnding(device)} />
                ))}
              </ul>
              {all.length > 1 && (
                <div className="mt-6">
                  <Button variant="danger" onClick={() => setEnding('others')}>
                    {t('Sign out everywhere else')}
                  </Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </Card>
      {ending === 'others' ? (
        <ConfirmCall
          call="DELETE /api/account/sessions"
          input={{}}
          onClose={() => setEnding(null)}
          danger
          title={t('Sign out everywhere else?')}
          description={t('All other browsers are signed out at once. This one stays signed in.')}
          confirmLabel={t('Sign out everywhere else')}
          cancelLabel={t('Cancel')}
          successToast={{ title: t('Signed out everywhere else') }}
          failureToast={t('They were not signed out')}
        />
      ) : (
        ending && (
          <ConfirmCall
            call="DELETE /api/account/sessions/{id}"
            input={{ params: { id: ending.id } }}
            onClose={() => setEnding(null)}
            danger
            title={t('Sign out this device?')}
            description={t('{device} is signed out at once.', { device: nameOf(ending) })}
            confirmLabel={t('Sign Out')}
            cancelLabel={t('Cancel')}
            successToast={{ title: t('Device signed out'), description: nameOf(ending) }}
            failureToast={t('It was not signed out')}
          />
        )
      )}
    </Page>
  )
}

function DeviceRow({ device, onEnd }: { device: SignedInDevice; onEnd: () => void }) {
  const { timeZone } = useBusiness()
  const { network, signedInAt, lastUsedAt, isThis } = device
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {nameOf(device)}
          {isThis && <Badge color="green">{t('This device')}</Badge>}
        </p>
        <p className="text-sm text-soft">
          {t('Signed in {time}', { time: formatInstant(signedInAt, timeZone) })}
        </p>
        {network && <p className="text-sm text-soft">{network}</p>}
        {!isThis && (
          <p className="text-sm text-soft">
            {t('Last used {time}', { time: formatInstant(lastUsedAt, timeZone) })}
          </p>
        )}
      </div>
      {!isThis && (
        <Button aria-label={t('Sign out {device}', { device: nameOf(device) })} onClick={onEnd}>
          {t('Sign Out')}
        </Button>
      )}
    </li>
  )
}

const nameOf = ({ browser, system }: SignedInDevice) =>
  browser && system
    ? t('{browser} on {system}', { browser, system })
    : browser || system || t('An unknown browser')
