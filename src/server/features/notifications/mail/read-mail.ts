export type MailPart =
  | { kind: 'words'; text: string }
  /** Lines with a name and a value each. */
  | { kind: 'facts'; facts: { name: string; value: string }[] }
  /** A link to this site; `words` introduce it. */
  | { kind: 'link'; words: string; url: string }

const fact = /^([^:]{1,30}): (.+)$/

/**
 * Splits a mail's text into parts at its blank lines, so that the HTML has the same content. Only addresses of `site` become
 * links, since user-written text may contain others.
 */
export function readMail(text: string, site: string): MailPart[] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => readLink(part, site) ?? readFacts(part) ?? { kind: 'words', text: part })
}

/** A paragraph that ends with one of our URLs. */
function readLink(part: string, site: string): MailPart | undefined {
  const [, words = '', url] = /^([\s\S]*?)(https?:\/\/\S+)$/.exec(part) ?? []
  const isOurs = url !== undefined && (url === site || url.startsWith(`${site}/`))
  return isOurs && URL.canParse(url) ? { kind: 'link', words: words.trim(), url } : undefined
}

function readFacts(part: string): MailPart | undefined {
  const lines = part.split('\n')
  const facts = lines.flatMap((line) => {
    const [, name, value] = fact.exec(line) ?? []
    return name && value ? [{ name, value }] : []
  })
  return lines.length > 1 && facts.length === lines.length ? { kind: 'facts', facts } : undefined
}
