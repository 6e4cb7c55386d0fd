import type { Plugin } from 'vite'
import type { Endpoint } from '../src/shared/contract/endpoint.ts'
import type { Thing } from '../src/shared/rules/things.ts'

type Contract = Record<string, Endpoint>
type ThingsOf = Record<string, readonly Thing[]>

const id = 'virtual:contract-things'
const resolvedId = `\0${id}`
const words = ['shows', 'changes'] as const
// The whole contract is loaded only when a client asks for what it says.
const contractFile = new URL('../src/shared/contract/contract.ts', import.meta.url).href

/** Gives the browser what calls show and change, without the schemas that the contract has them beside. */
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

/** Files are links of the browser's own: no answer of them is kept. */
function thingsOf(contract: Contract, word: (typeof words)[number]): ThingsOf {
  return Object.fromEntries(
    Object.entries(contract).flatMap(([route, { response, [word]: things }]) =>
      things?.length && !('kind' in response) ? [[route, things]] : [],
    ),
  )
}
