import type { CardNetwork } from './port.ts'

const verbs = [
  'saveCard',
  'pay',
  'changeAmount',
  'capture',
  'release',
  'refund',
  'readPayment',
  'deleteCard',
  'listMovements',
  'listDisputes',
]

/**
 * Called around every call to the network. `before`: the intent is committed and nothing is sent; throwing simulates a
 * network that is down. `after`: the network acted and nothing is recorded; throwing loses the answer. Ending the process in
 * either simulates a crash at that point.
 */
export type FaultHook = (verb: string, moment: 'before' | 'after') => Promise<void> | void

/** The network with faults on the way, for tests. */
export function withFaults<N extends CardNetwork>(network: N, hook: FaultHook): N {
  return new Proxy(network, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || !verbs.includes(String(name))) return member
      return async (...args: unknown[]) => {
        await hook(String(name), 'before')
        const answer: unknown = await Reflect.apply(member, target, args)
        await hook(String(name), 'after')
        return answer
      }
    },
  })
}
