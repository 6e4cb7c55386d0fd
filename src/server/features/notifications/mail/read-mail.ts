/** A part of a mail, as its text has it. */
export type MailPart =
  | { kind: 'words'; text: string }
  /** Lines of a name and a value each. */
  | { kind: 'facts'; facts: { name: string; value: string }[] }
  /** Somewhere to go on this site; `words` lead to it. */
  | { kind: 'link'; words: string; url: string }

const fact = /^([^:]{1,30}): (.+)$/

/**
 * The parts of the text of a mail, by its blank lines: the HTML is made of the same words, so that both say the same.
 * What people wrote may have addresses in it; only those of `site` are links.
 */
export function readMail(text: string, site: string): MailPart[] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => readLink(part, site) ?? readFacts(part) ?? { kind: 'words', text: part })
}

/** A paragraph that ends with an address of ours. */
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
