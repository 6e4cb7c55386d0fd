const named =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,' +
  'GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,' +
  'MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,' +
  'NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,' +
  'OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,' +
  'UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'

/** The 50 states with postal abbreviation and name. */
const stateNames = named
  .split(',')
  .map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }))

/** The 50 states of license plates, by postal abbreviation. */
export const usStates = stateNames.map(({ code }) => code)

/** States allowed in an address: the 50, DC, and the territories with ZIP codes. */
export const addressStates = [...usStates, 'DC', 'PR', 'VI', 'GU', 'AS', 'MP'].toSorted()

/** The abbreviation of a state's name; undefined for anything else. */
export const stateNamed = (name: string): string | undefined =>
  stateNames.find((state) => state.name.toLowerCase() === name.toLowerCase())?.code

/** Names a line may end with, longest first: West Virginia is not Virginia. */
export const longStateNames = stateNames
  .map(({ name }) => name)
  .toSorted((a, b) => b.length - a.length)
