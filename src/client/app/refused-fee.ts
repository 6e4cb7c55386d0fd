import type { CallError } from '#client/app/call.ts'

/** What cancelling costs now, a decimal string, when it was refused because that had been said otherwise. */
export function refusedFee({ details }: CallError): string | undefined {
  const { reason, fee } = (details ?? {}) as { reason?: unknown; fee?: unknown }
  return reason === 'fee' && typeof fee === 'string' ? fee : undefined
}
