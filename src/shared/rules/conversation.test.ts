import { describe, expect, test } from 'vitest'
import {
  conversationEndings,
  eventsSinceOpening,
  mayConverse,
  quickReplies,
  openingEvents,
} from './conversation.ts'
import { jobStatuses } from './jobs.ts'

test('messages are possible while a technician is assigned and the work is not done', () => {
  expect(jobStatuses.filter(mayConverse)).toEqual(['assigned', 'in_progress'])
})

describe('events since communication opened', () => {
  const [way, here] = [openingEvents.on_my_way.event, openingEvents.arrived.event]

  test('nothing at first', () => expect(eventsSinceOpening([])).toEqual([]))

  test('each event once, in their order', () => {
    expect(eventsSinceOpening([way])).toEqual(['on_my_way'])
    expect(eventsSinceOpening([here, way, here])).toEqual(['on_my_way', 'arrived'])
  })

  test.each(conversationEndings)('none from before "%s"', (ending) => {
    expect(eventsSinceOpening([way, here, ending])).toEqual([])
    expect(eventsSinceOpening([way, ending, here])).toEqual(['arrived'])
  })
})

test('both texts of the events', () => {
  expect(openingEvents.on_my_way.confirmation).toBe(
    "Customer has been notified that you're on the way!",
  )
  expect(openingEvents.arrived.confirmation).toBe("Customer has been notified that you've arrived.")
})

test('quick replies by role', () => {
  expect(quickReplies('technician')).toEqual(['Running Late', "Can't Find Address", 'Arrived'])
  expect(quickReplies('admin')).toEqual(quickReplies('technician'))
  expect(quickReplies('customer')).toEqual([
    'Running Late',
    "Can't Find Address",
    'Need to Reschedule',
  ])
})
