type Name = { firstName: string; lastName: string }

const suffix =
  /^(?:jr|sr|ii|iii|iv|v|vi|esq|m\.?d|ph\.?d|d\.?d\.?s|d\.?v\.?m|c\.?p\.?a|r\.?n|d\.o|ret)\.?$/i
const particle =
  /^(?:de|del|della|la|las|los|da|di|do|dos|du|van|von|der|den|ter|ten|st\.?|san|santa|al|el|bin|ibn|mac|y)$/i
const companyEnd =
  /(?:^|[\s,])(?:p\.a|p\.?c|l\.p|& more|and more|dental|l\.?l\.?c|l\.?l\.?p|p\.?l\.?l\.?c|inc|incorporated|corp|corporation|ltd|limited|company|gmbh|s\.?a\.? de c\.?v|co\.|& co|and co|& sons?|and sons?|group|enterprises|holdings|services?|industries|associates|partners(?:hip)?|properties|rentals?|logistics|trucking|transport|plumbing|electric(?:al)?|roofing|landscaping|construction|contractors?|motors|automotive|dealership|realty|restaurant|foundation|ministries|university|academy|isd|hoa|shop|garage|trust|store|bakery|salon|clinic|hospital|hotel|motel|repairs?|taxi|farms|ranch|cleaners|cleaning|catering|pharmacy|fitness|department|dept|credit union|insurance|agency|solutions|systems|technolog(?:y|ies)|consulting|management|security|supply|equipment|towing|delivery|freight|couriers?|movers|storage|hvac|heating|painting|flooring|caf[eé]|grill|pizza|(?:baptist|bible|catholic|christian|community|covenant|lutheran|methodist|presbyterian|\S+['’]s) church)\.?$/i
const companyStart =
  /^(?:(?:city|county|town|state|university|church|bank|school|law (?:offices?|firm)) of|taller|llantera|restaurante|taquer[ií]a|panader[ií]a|carnicer[ií]a|ferreter[ií]a|iglesia|transportes|construcciones|grupo|servicios)\s/i

/** Whether a name is a company's or an institution's. */
export const isCompanyName = (name: string): boolean =>
  companyEnd.test(name.trim()) || companyStart.test(name.trim())

/**
 * First and last name of a full one: "Olivia Bennett", "Bennett, Olivia", "Harlan, Victor, Jr.". A suffix stays with the last
 * name. A single word and a company are a first name without a last name.
 */
export function nameParts(written: string): Name {
  const name = written.replace(/\s+/g, ' ').trim()
  if (isCompanyName(name)) return { firstName: name, lastName: '' }
  const parts = name
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const suffixes = parts.filter((part, n) => n > 0 && suffix.test(part))
  const [first = '', second = '', ...rest] = parts.filter((part) => !suffixes.includes(part))
  const ending = suffixes.join(' ')
  // More commas than a name has: an enumeration.
  if (rest.length > 0) return { firstName: name, lastName: '' }
  if (!second) return withEnding(byWords(first), ending)
  const given = byWordsWithSuffix(second)
  return withEnding({ firstName: given.name, lastName: first }, given.suffix || ending)
}

const withEnding = ({ firstName, lastName }: Name, ending: string): Name =>
  !ending
    ? { firstName, lastName }
    : lastName
      ? { firstName, lastName: `${lastName} ${ending}` }
      : { firstName: `${firstName} ${ending}`, lastName }

/** Joins a suffix from its own column. */
export const withSuffix = (name: Name, ending: string): Name => withEnding(name, ending.trim())

function byWordsWithSuffix(text: string) {
  const words = text.split(' ')
  const last = words.at(-1) ?? ''
  return words.length > 1 && suffix.test(last)
    ? { name: words.slice(0, -1).join(' '), suffix: last }
    : { name: text, suffix: '' }
}

function byWords(text: string): Name {
  const { name, suffix: ending } = byWordsWithSuffix(text)
  const words = name.split(' ')
  if (words.length < 2) return withEnding({ firstName: name, lastName: '' }, ending)
  let at = words.length - 1
  while (at > 1 && particle.test(words[at - 1] ?? '')) at--
  return withEnding(
    { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') },
    ending,
  )
}
