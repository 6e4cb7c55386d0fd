import { ordinaryWidth, plainText } from './plain-text.ts'

/**
 * A typed address in its one stored form: lower case, with an internationalized domain as mail servers know it
 * (`peña.mx` is `xn--pea-8ma.mx`), and without what is copied with it: a name before `<…>`, `mailto:`, signs after it.
 */
export function storedEmail(typed: string): string {
  const plain = ordinaryWidth(plainText(typed))
    .replace(/^[^<>]*<([^<>]*)>/, '$1')
    .replace(/^[\s<]+|(?<![\s>.,;])[\s>.,;]+$/g, '')
    .replace(/^mailto:([^?]*)(?:\?.*)?$/i, '$1')
    .replaceAll('’', "'")
    .toLowerCase()
  const at = plain.lastIndexOf('@')
  return at < 0 ? plain : plain.slice(0, at + 1) + plainDomain(plain.slice(at + 1))
}

/** Unchanged unless it has letters beyond ASCII and no character that belongs to another part of a URL. */
function plainDomain(domain: string): string {
  if (/^[ -~]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

const emailPattern =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/

/** Whether an address in its stored form can receive mail. */
export const isEmail = (stored: string): boolean => emailPattern.test(stored)

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
