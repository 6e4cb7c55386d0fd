import { bookVisit, takeOnTechnician, workTipRefundClose } from './day-of-money.ts'
import { expect, test as inProduction, owner, signIn } from './production.ts'
import { payByTestCard } from './steps.ts'

/** An empty business outside production, which takes practice cards. */
const test = inProduction.extend({ more: { NODE_ENV: 'test' } })

test.use({ viewport: { width: 390, height: 844 } })

test('a visit is booked, held, raised, captured, tipped, partly refunded and closed with practice cards', async ({
  production,
  browser,
}) => {
  const open = () => browser.newContext({ baseURL: production.url })
  const [theirs, office, van] = await Promise.all([open(), open(), open()])
  const customer = await theirs.newPage()
  const admin = await office.newPage()
  await signIn(production, admin, owner)
  const technicianId = await takeOnTechnician(production, office.request, van.request)
  const id = await bookVisit(production, theirs.request)
  await customer.goto(`/pre-authorize/${id}`)
  await payByTestCard(customer, '4111 1111 1111 1111', 'Hold $129.99 on this card')
  await expect(customer.getByText('Your card is set')).toBeVisible()
  await workTipRefundClose(production, { id, technicianId, customer, office: admin })
  await Promise.all([theirs, office, van].map((context) => context.close()))
})
