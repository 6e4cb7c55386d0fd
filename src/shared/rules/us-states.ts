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
/** The same with DC and the territories with ZIP codes. */
const addressStateNames = [...stateNames, ...listOf(alsoNamed)]

/** The 50 states of license plates, by postal abbreviation. */
export const usStates = stateNames.map(({ code }) => code)

/** States allowed in an address: the 50, DC, and the territories with ZIP codes. */
export const addressStates = [...new Set(addressStateNames.map(({ code }) => code))].toSorted()

/** The abbreviation of the name of a state of an address; undefined for anything else. */
export const stateNamed = (name: string): string | undefined =>
  addressStateNames.find((state) => state.name.toLowerCase() === name.toLowerCase())?.code

/** Names a line may end with, longest first: West Virginia is not Virginia. */
export const longStateNames = addressStateNames
  .map(({ name }) => name)
  .toSorted((a, b) => b.length - a.length)
