/** How the same word of a street's name is also written. */
const shortened = new Map(
  (
    'street st,saint st,avenue ave,av ave,boulevard blvd,drive dr,road rd,lane ln,court ct,place pl,circle cir,' +
    'parkway pkwy,highway hwy,terrace ter,trail trl,square sq,way wy,cove cv,freeway fwy,expressway expy,plaza plz,' +
    'north n,south s,east e,west w,northeast ne,northwest nw,southeast se,southwest sw,fort ft,mount mt,first 1st,' +
    'second 2nd,third 3rd,fourth 4th,fifth 5th,sixth 6th,seventh 7th,eighth 8th,ninth 9th,tenth 10th'
  )
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
)

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
