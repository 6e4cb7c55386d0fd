import { see } from './actions.ts'
import { bookVisit, takeOnTechnician, workTipRefundClose } from './day-of-money.ts'
import { test as inProduction, owner, signIn } from './production.ts'
import { payByTestCard } from './steps.ts'

/** An empty business outside production, which takes practice cards. */
const test = inProduction.extend({ more: { NODE_ENV: 'test' } })

test.use({ viewport: { width: 390, height: 844 } })

test('practice cards pay a visit from the hold to the close', async ({
  production,
  page: customer,
  newPage,
}) => {
  const [admin, van] = [await newPage(), await newPage()]
  await signIn(production, admin, owner)
  const technicianId = await takeOnTechnician(production, admin.request, van.request)
  const id = await bookVisit(production, customer.request)
  await customer.goto(`/pre-authorize/${id}`)
  await payByTestCard(customer, '4111 1111 1111 1111', 'Hold $129.99 on this card')
  await see(customer, 'Your card is set')
  await workTipRefundClose(production, { id, technicianId, customer, office: admin })
})
