import type { CardNetworkCheck } from '#server/adapters/cards/port.ts'
import { services } from '#server/adapters/services.ts'
import { now } from '#server/base/clock.ts'
import { log } from '#server/base/log.ts'
import { inEnglish } from '#shared/texts/t.ts'

type KnownCheck = CardNetworkCheck & { at: Date }

let last: KnownCheck | undefined

/** This process's last check of our account at the card network; undefined before the first. */
export const lastCheck = (): KnownCheck | undefined => last

/** Checks our account at the card network and logs problems. Never throws. */
export async function checkCardNetwork(): Promise<KnownCheck | undefined> {
  const check = await services().cards?.check?.()
  if (!check) return undefined
  last = { ...check, at: now() }
  const facts = check.facts.map(inEnglish).join(' ')
  if (check.state === 'ok') log.info({ facts }, 'card network checked')
  else log.warn({ facts }, `card payments: the network is ${check.state}`)
  return last
}

const retryMs = 60_000

/** The check at startup: runs in the background and repeats every minute until there is an answer. */
export async function checkUntilAnswered(): Promise<void> {
  const check = await checkCardNetwork()
  if (check?.state === 'unreachable') setTimeout(() => void checkUntilAnswered(), retryMs).unref()
}
