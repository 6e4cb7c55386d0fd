let configured: string | undefined
let inUse = ''

/** Says where people reach this installation: `ORIGIN`, else where it listens until `noteAddress` knows better. */
export function setSiteAddress(origin: string | undefined, listening: string): void {
  configured = origin && new URL(origin).origin
  inUse = listening
}

/** The demo is reached under whatever address somebody happens to use. */
export function noteAddress(origin: string): void {
  inUse = origin
}

/** What the links in messages begin with: scheme, host and port, without a slash at the end. */
export const siteAddress = (): string => configured ?? inUse
