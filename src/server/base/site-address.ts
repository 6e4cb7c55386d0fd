let configured: string | undefined
let inUse = ''

/** Sets this installation's public address: `ORIGIN`, or the listening address until `noteAddress` learns a better one. */
export function setSiteAddress(origin: string | undefined, listening: string): void {
  configured = origin && new URL(origin).origin
  inUse = listening
}

/** The demo is reachable under any address. */
export function noteAddress(origin: string): void {
  inUse = origin
}

/** Prefix of links in messages: scheme, host and port, without a trailing slash. */
export const siteAddress = (): string => configured ?? inUse
