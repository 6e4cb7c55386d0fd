import { expect, test } from 'vitest'
import { summarizeHistory } from './history-report.tsx'

const job = (status: 'completed' | 'cancelled' | 'scheduled', vehicleId: string, paid: string) => ({
  status,
  vehicleId,
  cost: { paid },
})

test('only completed visits count as spent, and cancelled ones are no services', () => {
  const jobs = [
    job('completed', 'camry', '129.99'),
    job('completed', 'f150', '0.01'),
    job('scheduled', 'camry', '89.99'),
    job('cancelled', 'golf', '10.00'),
  ]
  expect(summarizeHistory(jobs)).toEqual({
    services: 3,
    completed: 2,
    spentCents: 13_000,
    vehicles: 3,
  })
})

test('no visits are all zeros', () => {
  expect(summarizeHistory([])).toEqual({ services: 0, completed: 0, spentCents: 0, vehicles: 0 })
})
