const kinds =
  'street st,avenue ave,av ave,boulevard blvd,drive dr,road rd,lane ln,court ct,place pl,circle cir,parkway pkwy,' +
  'highway hwy,terrace ter,trail trl,square sq,way wy,cove cv,freeway fwy,expressway expy,plaza plz'

const otherWords =
  'saint st,north n,south s,east e,west w,northeast ne,northwest nw,southeast se,southwest sw,fort ft,mount mt,' +
  'first 1st,second 2nd,third 3rd,fourth 4th,fifth 5th,sixth 6th,seventh 7th,eighth 8th,ninth 9th,tenth 10th'

/** Abbreviations of words in street names. */
const shortened = new Map(
  `${kinds},${otherWords}`.split(',').map((pair) => pair.split(' ') as [string, string]),
)

const kindWords = new Set(kinds.split(/[ ,]/))
const direction = /^(?:north|south)?(?:east|west)?$/
const unitWord = /^(?:apt|apartment|unit|suite|ste|bldg|building|floor|lot|room|#)/

const wordsOf = (street: string) =>
  new Set(
    street
      .toLowerCase()
      .replace(/['’.]/g, '')
      .split(/[^\p{L}\d]+/u)
      .filter(Boolean)
      .map((word) => shortened.get(word) ?? word),
  )

/** Whether two spellings mean the same street; either may omit parts such as 'N' or 'Ave'. */
export function sameStreet(one: string, other: string): boolean {
  const [fewer, more] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size)
  return !!fewer && !!more && fewer.size > 0 && [...fewer].every((word) => more.has(word))
}

/** Whether text follows the street type, such as a town without a comma: '12 Elm St Rollingwood'. */
export function goesOnAfterStreet(street: string): boolean {
  const words = street.toLowerCase().replace(/['’.]/g, '').split(/\s+/)
  const kind = words.findLastIndex((word, at) => at > 1 && kindWords.has(word))
  const [next = ''] = kind === -1 ? [] : words.slice(kind + 1)
  return /^\p{L}{3}/u.test(next) && !direction.test(next) && !unitWord.test(next)
}
