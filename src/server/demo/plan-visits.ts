import type { LocalDate } from '#shared/rules/calendar.ts'
import type { Location } from '#shared/rules/road.ts'
import type { ServiceDays } from '#shared/rules/service-days.ts'
import { Board, type Visit } from './board.ts'
import type { People } from './plan-people.ts'
import type { Random } from './random.ts'

const historyDays = 56

/** Eight weeks of past visits, today's board, and the next service days. */
export function planVisits(
  random: Random,
  people: People,
  today: LocalDate,
  more: { serviceDays: ServiceDays; places: ReadonlyMap<string, Location> },
): Visit[] {
  const board = new Board(random, people.staff.technicians.length, today, more)
  planMainCustomer(board, people)

  const families = random.shuffled(people.households.filter(({ fleet }) => !fleet))
  const fleets = people.households.filter(({ fleet }) => fleet)
  const [toCome, before] = [families.slice(0, 14), families.slice(14)]
  for (const family of before)
    for (const car of family.cars) board.completed(family, car, recentDay(random, historyDays))
  for (const family of toCome)
    for (const car of family.cars.slice(1))
      board.completed(family, car, recentDay(random, historyDays))
  for (const fleet of fleets)
    for (const car of fleet.cars) {
      const last = recentDay(random, 28)
      board.completed(fleet, car, last)
      board.completed(fleet, car, last + random.whole(25, 28))
    }
  for (const family of before.slice(0, 5)) board.cancelled(family, random.whole(3, 40))

  const [todays, later] = [toCome.slice(0, 7), toCome.slice(7)]
  board.today(people.main, todays)
  const daysAhead = [1, 1, 1, 2, 4, 5, 8]
  for (const [i, family] of later.entries())
    board.ahead(family, daysAhead[i] ?? 9, i < 2 ? 'assigned' : 'scheduled')
  return board.visits
}

function planMainCustomer(board: Board, { main }: People): void {
  const [camry, truck, crossover] = main.cars
  if (!camry || !truck || !crossover) throw new Error('The demo customer has three cars.')
  board.completed(main, crossover, 38)
  board.completed(main, crossover, 221)
  board.completed(main, camry, 171)
  board.completed(main, truck, 96)
  board.ahead(main, 9, 'assigned', truck)
}

/** Days ago, weighted toward recent weeks because business is growing. */
const recentDay = (random: Random, days: number) =>
  1 + Math.floor((days - 1) * random.fraction() ** 1.35)
