const google = new Set(['gmail.com', 'googlemail.com'])

/**
 * What two e-mail addresses have in common that bring mail to the same person: without the `+tag`, and at Gmail without
 * dots and under one name. Only to compare; mail goes to the address as it was typed.
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
