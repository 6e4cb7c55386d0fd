import { join } from 'node:path'
import type { CardNetwork } from './adapters/cards/port.ts'
import { createPhoton } from './adapters/geocoder/photon.ts'
import { localMailer, missingMailer } from './adapters/mail/port.ts'
import { smtpMailer } from './adapters/mail/smtp.ts'
import { createVroom } from './adapters/optimizer/vroom.ts'
import { bucketAndDisk } from './adapters/photos/bucket-and-disk.ts'
import { diskPhotoStore } from './adapters/photos/disk.ts'
import { s3PhotoStore } from './adapters/photos/s3.ts'
import { createPlateToVin } from './adapters/plates/plate-to-vin.ts'
import { unavailablePlateLookup } from './adapters/plates/unavailable.ts'
import { localPusher } from './adapters/push/port.ts'
import { webPusher } from './adapters/push/web-push.ts'
import { createOsrm } from './adapters/router/osrm.ts'
import type { Services } from './adapters/services.ts'
import { localTelephony, missingTelephony } from './adapters/telephony/port.ts'
import { twilioTelephony } from './adapters/telephony/twilio.ts'
import { combineVinDecoders } from './adapters/vin/combined.ts'
import { createOfflineVinDecoder } from './adapters/vin/offline.ts'
import { createLiveVinDecoder } from './adapters/vin/vpic-live.ts'
import { type Config, photoBucket, twilioAccount } from './base/config.ts'
import { currentSettings } from './base/current-settings.ts'
import { log } from './base/log.ts'
import { siteAddress } from './base/site-address.ts'
import { pushKeys } from './features/notifications/push-keys.ts'

/** The configured outside services, and offline ones for the rest. */
export function chooseServices(config: Config, cards: CardNetwork | undefined): Services {
  const bucket = photoBucket(config)
  const disk = diskPhotoStore(join(config.DATA_DIR, 'photos'))
  const offlineVin = createOfflineVinDecoder({ cacheFolder: join(config.DATA_DIR, 'cache') })
  return {
    mailer: chooseMailer(config),
    telephony: chooseTelephony(config),
    pusher: choosePusher(config),
    photos: bucket ? bucketAndDisk(s3PhotoStore(bucket), disk) : disk,
    vin: combineVinDecoders(offlineVin, liveVin(config)),
    plates: config.PLATETOVIN_KEY
      ? createPlateToVin({ apiKey: config.PLATETOVIN_KEY, baseUrl: config.PLATETOVIN_URL })
      : unavailablePlateLookup,
    geocoder: chooseGeocoder(config),
    router: chooseRouter(config),
    optimizer: chooseOptimizer(config),
    cards,
  }
}

function chooseMailer({ NODE_ENV, SMTP_URL, MAIL_FROM }: Config) {
  if (SMTP_URL && MAIL_FROM) return smtpMailer({ url: SMTP_URL, from: MAIL_FROM })
  return NODE_ENV === 'production' ? missingMailer : localMailer
}

function chooseTelephony(config: Config) {
  const twilio = twilioAccount(config)
  if (twilio) return twilioTelephony(twilio)
  return config.NODE_ENV === 'production' ? missingTelephony : localTelephony
}

/** Needs no provider: browsers bring their push service. */
function choosePusher({ NODE_ENV, MAIL_FROM, OUTBOUND_PRIVATE_HOSTS }: Config) {
  if (NODE_ENV !== 'production') return localPusher
  const contact = () => pushContact(MAIL_FROM)
  return webPusher({ keys: pushKeys, contact, privateHosts: OUTBOUND_PRIVATE_HOSTS })
}

/** The contact for push services; some refuse messages without it. */
function pushContact(mailFrom: string | undefined): string {
  const { supportEmail } = currentSettings()
  const address = /[^<\s]+@[^>\s]+/.exec(supportEmail || mailFrom || '')?.[0]
  return address ? `mailto:${address}` : siteAddress()
}

function chooseGeocoder({ GEOCODER_URL }: Config) {
  if (!GEOCODER_URL) return undefined
  const onFailure = (reason: string) => log.warn({ reason }, 'addresses cannot be looked up')
  return createPhoton({ baseUrl: GEOCODER_URL, onFailure })
}

function chooseRouter({ ROUTER_URL }: Config) {
  if (!ROUTER_URL) return undefined
  return createOsrm({ baseUrl: ROUTER_URL, onFailure: warnAtTimes('drives are estimated for now') })
}

function chooseOptimizer({ OPTIMIZER_URL }: Config) {
  if (!OPTIMIZER_URL) return undefined
  const onFailure = warnAtTimes('days are optimized by our own method for now')
  return createVroom({ baseUrl: OPTIMIZER_URL, onFailure })
}

const warnEveryMs = 60_000

function warnAtTimes(message: string) {
  let quietUntil = 0
  return (reason: string) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + warnEveryMs
    log.warn({ reason }, message)
  }
}

function liveVin({ VPIC_LIVE, VPIC_URL }: Config) {
  if (!VPIC_LIVE) return undefined
  return createLiveVinDecoder(VPIC_URL ? { baseUrl: VPIC_URL } : {})
}
