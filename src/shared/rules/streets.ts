const kinds =
  'street st,avenue ave,av ave,boulevard blvd,drive dr,road rd,lane ln,court ct,place pl,circle cir,parkway pkwy,' +
  'highway hwy,terrace ter,trail trl,square sq,way wy,cove cv,freeway fwy,expressway expy,plaza plz'

const otherWords =
  'saint st,north n,south s,east e,west w,northeast ne,northwest nw,southeast se,southwest sw,fort ft,mount mt,' +
  'first 1st,second 2nd,third 3rd,fourth 4th,fifth 5th,sixth 6th,seventh 7th,eighth 8th,ninth 9th,tenth 10th'

/** How the same word of a street's name is also written. */
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

/** Whether two ways of writing a street mean the same: what one leaves out, as 'N' or 'Ave', the other may have. */
export function sameStreet(one: string, other: string): boolean {
  const [fewer, more] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size)
  return !!fewer && !!more && fewer.size > 0 && [...fewer].every((word) => more.has(word))
}

/** Whether more follows the kind of street, as a town does that no comma tells apart: '12 Elm St Rollingwood'. */
export function goesOnAfterStreet(street: string): boolean {
  const words = street.toLowerCase().replace(/['’.]/g, '').split(/\s+/)
  const kind = words.findLastIndex((word, at) => at > 1 && kindWords.has(word))
  const [next = ''] = kind === -1 ? [] : words.slice(kind + 1)
  return /^\p{L}{3}/u.test(next) && !direction.test(next) && !unitWord.test(next)
}
