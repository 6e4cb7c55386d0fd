/** The people of the demo. Names are invented; e-mails and phone numbers are from reserved ranges. */
type DemoPerson = { firstName: string; lastName: string; address: string }

const person = (name: string, address: string): DemoPerson => {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' '), address }
}

/** Who one-click sign-in uses for each role; the e-mail begins with the role. */
export const mainCustomer = person('Jamie Carter', '1107 Barton Springs Road, Austin, TX 78704')
/** Technicians start the day at home. */
export const mainTechnician = person('Marcus Reed', '2300 South Lamar Boulevard, Austin, TX 78704')
export const mainAdmin = person('Alex Morgan', '')
export const mainEmails = {
  customer: 'customer@example.com',
  technician: 'technician@example.com',
  admin: 'admin@example.com',
}

export const otherTechnicians = [
  person('Dana Whitfield', '1700 Sam Bass Road, Round Rock, TX 78681'),
  person('Luis Ortega', '6900 Manchaca Road, Austin, TX 78745'),
]
export const waitingTechnician = person('Priya Nair', '')

export const customers: DemoPerson[] = [
  person('Olivia Bennett', '2214 East Cesar Chavez Street, Austin, TX 78702'),
  person('Noah Castillo', '4501 Duval Street, Austin, TX 78751'),
  person('Emma Nguyen', '8900 Research Boulevard, Austin, TX 78758'),
  person('Liam Foster', '3320 Guadalupe Street, Austin, TX 78705'),
  person('Ava Thompson', '6406 North Lamar Boulevard, Austin, TX 78752'),
  person('Ethan Brooks', '1920 South Congress Avenue, Austin, TX 78704'),
  person('Sofia Ramirez', '5117 Manor Road, Austin, TX 78723'),
  person('Mason Patel', '12001 Metric Boulevard, Austin, TX 78758'),
  person('Isabella Kim', '7401 Burnet Road, Austin, TX 78757'),
  person('Lucas Wright', '2705 Bee Caves Road, Austin, TX 78746'),
  person('Mia Henderson', '9315 Anderson Mill Road, Austin, TX 78729'),
  person('Benjamin Ross', '1408 West Sixth Street, Austin, TX 78703'),
  person('Charlotte Diaz', '3801 South Lamar Boulevard, Austin, TX 78704'),
  person('Henry Sullivan', '10410 Parmer Lane, Austin, TX 78717'),
  person('Amelia Johnson', '5600 Airport Boulevard, Austin, TX 78751'),
  person('Daniel Cooper', '2100 Slaughter Lane, Austin, TX 78748'),
  person('Harper Lewis', '4210 William Cannon Drive, Austin, TX 78749'),
  person('Samuel Price', '1506 Round Rock Avenue, Round Rock, TX 78681'),
  person('Evelyn Clark', '3000 Mays Street, Round Rock, TX 78664'),
  person('Jack Morales', '610 Whitestone Boulevard, Cedar Park, TX 78613'),
  person('Abigail Turner', '1890 Lakeline Boulevard, Cedar Park, TX 78613'),
  person('Owen Murphy', '2801 Far West Boulevard, Austin, TX 78731'),
  person('Grace Simmons', '7105 Brodie Lane, Austin, TX 78745'),
  person('Julian Hayes', '1800 East Oltorf Street, Austin, TX 78741'),
  person('Zoe Fleming', '3515 Jollyville Road, Austin, TX 78759'),
]

/** Small businesses with high mileage whose vans and trucks are serviced in their yard. */
export const fleets: DemoPerson[] = [
  person('Ray Hollis (Hollis Plumbing)', '4711 Burleson Road, Austin, TX 78744'),
  person('Tessa Grant (Grant Courier)', '9012 Cameron Road, Austin, TX 78754'),
  person('Victor Salas (Salas Landscaping)', '2440 Louis Henna Boulevard, Round Rock, TX 78664'),
  person('June Okafor (Okafor Electric)', '1305 East Sixth Street, Austin, TX 78702'),
  person('Walt Beckett (Beckett Pools)', '3901 Ranch Road 620, Austin, TX 78734'),
]

/** Imported from the business's previous list; the first has since signed up again with another e-mail. */
export const oldCustomers: DemoPerson[] = [
  person('Ruth Alvarez', '6012 Wilcab Road, Austin, TX 78721'),
  person('George Whitaker', '8404 Shoal Creek Boulevard, Austin, TX 78757'),
  person('Nadia Petrov', '2300 Pleasant Valley Road, Austin, TX 78741'),
  person('Carl Jensen', '1101 Mays Street, Round Rock, TX 78664'),
]

export const coreSpots = [
  {
    name: 'Downtown Austin',
    address: '301 West Second Street, Austin, TX 78701',
    latitude: 30.2648,
    longitude: -97.7472,
    radiusMiles: 10,
  },
  {
    name: 'Round Rock',
    address: '221 East Main Street, Round Rock, TX 78664',
    latitude: 30.5087,
    longitude: -97.6774,
    radiusMiles: 8,
  },
  {
    name: 'Cedar Park',
    address: '450 Cypress Creek Road, Cedar Park, TX 78613',
    latitude: 30.4832,
    longitude: -97.8272,
    radiusMiles: 8,
  },
]
