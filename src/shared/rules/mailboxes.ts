const google = new Set(['gmail.com', 'googlemail.com'])

/**
 * A normal form shared by addresses of the same mailbox: without the `+tag`, and at Gmail without dots and under one domain.
 * For comparison only; mail goes to the address as typed.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const name = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '')
  return google.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
