import type { Plugin } from 'vite'
import type { Endpoint } from '../src/shared/contract/endpoint.ts'
import type { Thing } from '../src/shared/rules/things.ts'

type Contract = Record<string, Endpoint>
type ThingsOf = Record<string, readonly Thing[]>

const id = 'virtual:contract-things'
const resolvedId = `\0${id}`
const words = ['shows', 'changes'] as const
// Loaded only when the client imports it.
const contractFile = new URL('../src/shared/contract/contract.ts', import.meta.url).href

/** Gives the browser the things that calls show and change, without the contract's schemas. */
export function contractThings(): Plugin {
  return {
    name: 'contract-things',
    resolveId: (source) => (source === id ? resolvedId : undefined),
    async load(asked) {
      if (asked !== resolvedId) return undefined
      const { contract } = (await import(contractFile)) as { contract: Contract }
      return words
        .map((word) => `export const ${word} = ${JSON.stringify(thingsOf(contract, word))}`)
        .join('\n')
    },
  }
}

/** File downloads are links handled by the browser, so their answers are not cached. */
function thingsOf(contract: Contract, word: (typeof words)[number]): ThingsOf {
  return Object.fromEntries(
    Object.entries(contract).flatMap(([route, { response, [word]: things }]) =>
      things?.length && !('kind' in response) ? [[route, things]] : [],
    ),
  )
}
