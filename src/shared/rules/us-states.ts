const named =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,' +
  'GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,' +
  'MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,' +
  'NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,' +
  'OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,' +
  'UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'

const alsoNamed =
  'DC District of Columbia,PR Puerto Rico,VI US Virgin Islands,VI Virgin Islands,GU Guam,AS American Samoa,' +
  'MP Northern Mariana Islands'

const listOf = (entries: string) =>
  entries.split(',').map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }))

/** The 50 states with postal abbreviation and name. */
const stateNames = listOf(named)
/** The same with DC and the territories with ZIP codes; some have two names. */
const addressStateNames = [...stateNames, ...listOf(alsoNamed)]

/** The states allowed in an address by abbreviation, with their names. */
export const stateTitles: ReadonlyMap<string, string> = new Map(
  addressStateNames.toReversed().map(({ code, name }) => [code, name]),
)

/** The 50 states of license plates, by postal abbreviation. */
export const usStates = stateNames.map(({ code }) => code)

/** States allowed in an address: the 50, DC, and the territories with ZIP codes. */
export const addressStates = [...stateTitles.keys()].toSorted()

/** Abbreviations from before those of the post office. */
const shortNames = listOf(
  'AL Ala,AZ Ariz,AR Ark,CA Calif,CA Cal,CO Colo,CT Conn,DE Del,FL Fla,IL Ill,IN Ind,KS Kans,KS Kan,MA Mass,MI Mich,' +
    'MN Minn,MS Miss,MT Mont,NE Nebr,NE Neb,NV Nev,OK Okla,OR Oreg,OR Ore,PA Penna,PA Penn,TN Tenn,TX Tex,WA Wash,' +
    'WV W Va,WI Wisc,WI Wis,WY Wyo',
).map(({ code, name }) => ({ code, name: name.replace(' ', '\\.? ') }))

const lettersOf = (written: string) => written.toLowerCase().replace(/[^a-z]/g, '')
const codes = new Map(
  [...addressStates.map((code) => ({ code, name: code })), ...addressStateNames, ...shortNames].map(
    ({ code, name }) => [lettersOf(name), code],
  ),
)

/** The abbreviation of a state of an address, also of `Texas`, `Tex.` and `D.C.`; undefined for anything else. */
export const stateNamed = (written: string): string | undefined => codes.get(lettersOf(written))

const longestFirst = (states: readonly { name: string }[]) =>
  states.map(({ name }) => name).toSorted((a, b) => b.length - a.length)

/** Patterns of what a line may end with, longest first: West Virginia is not Virginia. */
export const writtenStates = [
  ...longestFirst(addressStateNames),
  ...addressStates.map(([first, second]) => `${first}(?:\\. ?)?${second}`),
]
/** The same for abbreviations that may also be the end of a street's name. */
export const writtenShort = longestFirst(shortNames)
