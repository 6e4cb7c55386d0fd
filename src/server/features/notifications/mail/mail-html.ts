import { currentSettings } from '#server/base/current-settings.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { currentLanguage, t } from '#shared/texts/t.ts'
import { type MailPart, readMail } from './read-mail.ts'

/**
 * Dark-mode colors, overriding the inline ones; clients without dark mode or style sheets show the light ones. Outlook's
 * apps mark elements they have darkened with an attribute.
 */
const dark = (at: string) => `${at}.page{background:#14181f!important}
${at}.card{background:#1e242d!important;border-color:#353d49!important}
${at}.ink{color:#f2f3f5!important}
${at}.soft{color:#a9b1bd!important}
${at}.line,${at}.facts{border-color:#353d49!important}
${at}.link{color:#f2f3f5!important}
${at}.button{background:#f59e0b!important}
${at}.on-button{color:#14181f!important}`

const mailStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${dark('')}
}
${dark('[data-ogsc] ')}`

/** Formats a mail's text as HTML, light and dark, with the same content; loads nothing. */
export function mailHtml({ subject, body }: { subject: string; body: string }): string {
  const { brandName } = currentSettings()
  const site = siteAddress()
  const parts = readMail(body, site)
  const isEnd = (part: MailPart) => part.kind === 'link' && isUnsubscribe(part.url)
  // The header already shows the name.
  const shown = parts.filter((part) => !isEnd(part) && !isWords(part, brandName))
  const main = shown.findIndex((part) => part.kind === 'link')
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${mailStyle}</style>
</head>
<body class="page" bgcolor="#f6f6f4" style="margin:0;padding:0;background:#f6f6f4">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6f6f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td class="ink" style="${text};padding:0 4px 14px;font-size:20px;font-weight:700"><span style="display:inline-block;width:10px;height:20px;border-radius:3px;background:#f59e0b;vertical-align:-3px;margin-right:10px"></span>${escaped(brandName)}</td></tr>
<tr><td class="card ink" bgcolor="#ffffff" style="${text};background:#ffffff;border:1px solid #e2e2de;border-radius:12px;padding:24px 24px 12px">
${shown.map((part, place) => setPart(part, place === main)).join('\n')}
</td></tr>
${parts.filter(isEnd).map(setEnd).join('\n')}
</table>
</td></tr></table>
</body>
</html>`
}

const text =
  "font-family:'Public Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#14181f"
const paragraph = 'margin:0 0 16px;overflow-wrap:anywhere'

function setPart(part: MailPart, isMain: boolean): string {
  switch (part.kind) {
    case 'words':
      return `<p style="${paragraph}">${setWords(part.text)}</p>`
    case 'facts':
      return `<table role="presentation" class="facts" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;border-top:1px solid #e2e2de">${part.facts
        .map(
          ({ name, value }) =>
            `<tr><td class="soft line" valign="top" style="${text};color:#5a6270;padding:8px 12px 8px 0;border-bottom:1px solid #e2e2de;white-space:nowrap">${escaped(name)}</td><td class="ink line" valign="top" style="${text};padding:8px 0;border-bottom:1px solid #e2e2de;overflow-wrap:anywhere">${escaped(value)}</td></tr>`,
        )
        .join('')}</table>`
    case 'link':
      return setLink(part, isMain)
  }
}

const longestLabel = 28

/** Formats a link, the first one of a mail as a button. */
function setLink({ words, url }: MailPart & { kind: 'link' }, isMain: boolean): string {
  const lead = words.replace(/:$/, '')
  // A short phrase becomes the button's label.
  const isLabel = lead !== '' && lead.length <= longestLabel && !/[.?!:,]/.test(lead)
  const label = escaped(isLabel ? lead : labelOf(url))
  const before = lead && !isLabel ? `<p style="${paragraph}">${setWords(lead)}</p>\n` : ''
  if (!isMain)
    return `${before}<p style="${paragraph}"><a class="link" href="${escaped(url)}" target="_blank" style="color:#14181f;font-weight:600">${label}</a></p>`
  return `${before}<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td class="button" bgcolor="#14181f" style="border-radius:8px;background:#14181f"><a class="on-button" href="${escaped(url)}" target="_blank" style="${text};display:inline-block;padding:12px 22px;color:#ffffff;font-weight:600;text-decoration:none">${label}</a></td></tr></table>`
}

const setEnd = (part: MailPart): string =>
  part.kind === 'link'
    ? `<tr><td class="soft" style="${text};color:#5a6270;font-size:14px;padding:14px 4px 0"><a class="soft" href="${escaped(part.url)}" target="_blank" style="color:#5a6270">${escaped(t('Unsubscribe from e-mails like this'))}</a></td></tr>`
    : ''

/** Highlights a code, since that is what such a mail is opened for. */
const setWords = (words: string): string =>
  escaped(words)
    .replaceAll('\n', '<br>')
    .replace(/\b\d{6}\b/, '<strong style="font-size:22px;letter-spacing:2px">$&</strong>')

/** One or two words for the page behind one of our URLs. */
function labelOf(url: string): string {
  const { pathname, searchParams, hash } = new URL(url)
  if (/^\/receipt\/|\/receipt$/.test(pathname)) return t('Receipt')
  if (pathname.startsWith('/pre-authorize/')) return t('Add a card')
  if (pathname.startsWith('/payment/') || hash === '#pay') return t('Pay')
  if (pathname.endsWith('/communication') || hash === '#messages') return t('Open the conversation')
  if (searchParams.has('again')) return t('Choose a time')
  if (/^\/(orders|guest\/)/.test(pathname)) return t('Your visit')
  if (pathname.startsWith('/contact')) return t('Contact')
  if (pathname.startsWith('/sign-in')) return t('Sign in')
  return t('Open')
}

const isUnsubscribe = (url: string) => new URL(url).pathname.startsWith('/unsubscribe/')
const isWords = (part: MailPart, words: string) => part.kind === 'words' && part.text === words

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (words: string) => words.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)
