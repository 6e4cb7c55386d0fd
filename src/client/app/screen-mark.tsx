import type { Role } from '#shared/rules/roles.ts'

/** Which screen is drawn, for whom the one asked for is instead, or why there is none. */
export type Screen = { path: string } | { isFor: readonly Role[] } | 'missing' | 'crashed'

const name = 'screen'

/** Says in the head of the document what is drawn, once it is: audits read it, people see nothing of it. */
export function ScreenMark({ screen }: { screen: Screen }) {
  return <meta name={name} content={write(screen)} />
}

function write(screen: Screen): string {
  if (typeof screen === 'string') return screen
  return 'path' in screen ? screen.path : `for ${screen.isFor.join(' ')}`
}

/** What a document says of itself; undefined while nothing is drawn. Prerendered pages say it too. */
export function readScreenMark(document: Document): Screen | undefined {
  const said = document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content
  if (said === undefined) return undefined
  if (said === 'missing' || said === 'crashed') return said
  return said.startsWith('for ') ? { isFor: said.slice(4).split(' ') as Role[] } : { path: said }
}
