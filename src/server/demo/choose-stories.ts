import type { PlannedJob } from './plan-jobs.ts'
import { type MoneyStory, type NewCard, planMoney, type PlannedMoney } from './plan-money.ts'
import type { NewUser } from './plan-people.ts'
import type { Random } from './random.ts'

const hourMs = 3_600_000

/** The money of every visit: nearly all paid, plus one of each case an admin should see. */
export function planAllMoney(
  random: Random,
  jobs: readonly PlannedJob[],
  now: Date,
  companyAccountId: string,
): PlannedMoney[] {
  const isOfCompany = ({ visit }: PlannedJob) => visit.household.user.id === companyAccountId
  const stories = chooseStories(
    jobs.filter((one) => !isOfCompany(one)),
    now,
  )
  const cards = new Map<string, NewCard>()
  return jobs.map((planned) => {
    const { user } = planned.visit.household
    const card = cards.get(user.id) ?? cardOf(random, user, planned.times.bookedAt)
    const story = isOfCompany(planned) ? 'on invoice' : (stories.get(planned.job.id) ?? 'usual')
    if (story === 'usual' || typeof story === 'object' || story === 'disputed')
      cards.set(user.id, card)
    return planMoney(random, planned, card, story, now)
  })
}

function chooseStories(jobs: readonly PlannedJob[], now: Date): Map<string, MoneyStory> {
  const completed = jobs.filter(
    ({ times }) => times.completedAt && now.getTime() - times.completedAt.getTime() > 72 * hourMs,
  )
  const ahead = jobs.filter(({ visit }) => visit.status === 'scheduled')
  const stories = new Map<string, MoneyStory>()
  const plan = (planned: PlannedJob | undefined, story: MoneyStory) => {
    if (planned) stories.set(planned.job.id, story)
  }
  plan(completed.at(-2), 'no card')
  plan(completed.at(-4), { refundedCents: 2000 })
  const unhappy = completed.at(-40)
  plan(unhappy, { refundedCents: unhappy ? wholePrice(unhappy) : 0 })
  plan(completed.slice(-30, -10).findLast(isOthers), 'disputed')
  plan(ahead.at(0), 'declined')
  plan(ahead.at(-1), 'no card')
  return stories
}

/** Whether a visit is not of the customer whose account visitors of the demo try. */
const isOthers = ({ visit }: PlannedJob) => visit.household.user.email !== 'customer@example.com'

const wholePrice = ({ job }: PlannedJob) => job.packageCents + job.addonsCents + job.extrasCents

function cardOf(random: Random, user: NewUser, consentAt: Date): NewCard {
  const [brand, last4] = random.pick([
    ['Visa', '1111'],
    ['Mastercard', '4444'],
  ] as const)
  return {
    id: random.uuid(),
    userId: user.id,
    networkCardId: `ccof:sim_${random.uuid()}`,
    networkCustomerId: `sim_cust_${user.id}`,
    brand,
    last4,
    expires: `${consentAt.getUTCFullYear() + 2}-08`,
    fingerprint: `sim_print_ok_${brand}_${last4}`,
    keptAt: consentAt,
    consentVersion: 'demo',
    consentAt,
    createdAt: consentAt,
  }
}
