import type { Role } from '#shared/rules/roles.ts'

/** The rendered screen, the role that the requested one needs, or why nothing is rendered. */
export type Screen = { path: string } | { isFor: readonly Role[] } | 'missing' | 'crashed'

const name = 'screen'

/** Records the rendered screen in a meta tag, for audits. */
export function ScreenMark({ screen }: { screen: Screen }) {
  return <meta name={name} content={write(screen)} />
}

function write(screen: Screen): string {
  if (typeof screen === 'string') return screen
  return 'path' in screen ? screen.path : `for ${screen.isFor.join(' ')}`
}

/** Reads the mark of a document; undefined before the first render. Prerendered pages have one too. */
export function readScreenMark(document: Document): Screen | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content
  if (content === undefined) return undefined
  if (content === 'missing' || content === 'crashed') return content
  return content.startsWith('for ')
    ? { isFor: content.slice(4).split(' ') as Role[] }
    : { path: content }
}
