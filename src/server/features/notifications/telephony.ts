import { localTelephony, type Telephony } from '#server/adapters/telephony/port.ts'

let chosen: Telephony = localTelephony

/** Chooses how this process texts and calls; until then texts are only kept and nobody is called. */
export function useTelephony(telephony: Telephony): void {
  chosen = telephony
}

export const currentTelephony = () => chosen
