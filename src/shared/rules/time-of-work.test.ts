import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clockSkewMs,
  maxWorkAgeHours,
  type Step,
  stepsBefore,
  timeOfWork,
  workSteps,
} from './time-of-work.ts'

const hour = 3_600_000
const noon = Date.UTC(2026, 10, 24, 12)
const at = (hours: number) => noon + hours * hour

test.each([
  ['nothing said', undefined, {}, noon],
  ['this morning', at(-3), {}, at(-3)],
  ['after the step before', at(-3), { after: at(-4) }, at(-3)],
  ['in the future', at(1), {}, noon],
  ['by a clock a little fast', noon + 1000, {}, noon],
  ['48 hours ago', at(-48), {}, at(-48)],
  ['longer ago', at(-49), {}, noon],
  ['before the step before', at(-3), { after: at(-1) }, noon],
  ['before it by a clock a little slow', at(-3) - clockSkewMs, { after: at(-3) }, at(-3)],
  ['by that, and the step before is not over', noon, { after: noon + 1000 }, noon],
])('%s', (_, claimed, more, expected) => {
  expect(timeOfWork(claimed, { received: noon, ...more })).toBe(expected)
})

const near = fc.integer({ min: noon - 100 * hour, max: noon + 10 * hour })

test('whatever a phone claims, the time is never in the future, too old or out of order', () => {
  fc.assert(
    fc.property(fc.option(near, { nil: undefined }), near, (claimed, after) => {
      const time = timeOfWork(claimed, { received: noon, after })
      expect(time).toBeLessThanOrEqual(noon)
      expect(time).toBeGreaterThanOrEqual(noon - maxWorkAgeHours * hour - clockSkewMs)
      expect(time).toBeGreaterThanOrEqual(Math.min(after, noon))
      if (claimed !== undefined && claimed >= Math.max(after, at(-48)) && claimed <= noon)
        expect(time).toBe(claimed)
    }),
  )
})

test('steps arriving in sequence stay in order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(near, fc.nat(hour))), (steps) => {
      let [after, received] = [-Infinity, noon]
      for (const [claimed, wait] of steps) {
        received += wait
        const time = timeOfWork(claimed, { received, after })
        expect(time).toBeGreaterThanOrEqual(after)
        after = time
      }
    }),
  )
})

const allSteps: Step[] = [
  'job_assigned',
  'technician_on_way',
  'technician_arrived',
  'service_started',
  ...workSteps,
]

test('whatever the phone claims, no step precedes the start, and completion is last', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...allSteps), near, fc.nat(hour)))
  fc.assert(
    fc.property(steps, near, (done, claimed) => {
      const times: { step: Step; time: number }[] = []
      let received = noon
      const take = (step: Step, said: number) => {
        const before = times.filter((one) => stepsBefore(step).includes(one.step))
        const after = Math.max(-Infinity, ...before.map(({ time }) => time))
        times.push({ step, time: timeOfWork(said, { received, after }) })
        return { time: times.at(-1)?.time ?? NaN, after }
      }
      for (const [step, said, wait] of done) {
        received += wait
        const { time, after } = take(step, said)
        expect(time).toBeGreaterThanOrEqual(after)
        const starts = times.slice(0, -1).filter((one) => one.step === 'service_started')
        if ((workSteps as readonly Step[]).includes(step))
          for (const start of starts) expect(time).toBeGreaterThanOrEqual(start.time)
      }
      const { time } = take('service_completed', claimed)
      expect(time).toBe(Math.max(...times.map((one) => one.time)))
    }),
  )
})
