import type { ComponentType } from 'react'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { paths } from '#shared/rules/paths.ts'
import { type Role, roles } from '#shared/rules/roles.ts'
import { isAt } from '#shared/rules/screens.ts'
import type { ScreenPath } from '#shared/rules/screen-paths.ts'
import { safeNextPath } from '#shared/rules/sign-in.ts'
import type { Part, Uses } from '#shared/rules/uses.ts'
import { writeSessionStore, readSessionStore, visitor } from './session-store.ts'
import { t } from '#shared/texts/t.ts'

/** `signed-out` is for visitors only, `everyone` with or without a session. */
type Audience = Role | 'signed-out' | 'everyone'

export type ClientRoute = {
  path: ScreenPath
  audience: readonly Audience[]
  part: Part | undefined
  screen: ComponentType & { ahead: () => Promise<unknown> }
}

export function route(
  path: ScreenPath,
  audience: readonly Audience[],
  load: () => Promise<{ default: ComponentType }>,
  part?: Part,
): ClientRoute {
  return { path, audience, part, screen: lazyComponent(load) }
}

export const routesInUse = (routes: readonly ClientRoute[], uses: Uses): ClientRoute[] =>
  routes.filter(({ part }) => !part || uses[part])

/** Routes visible to this role or a visitor. */
export function routesFor(routes: readonly ClientRoute[], role: Role | null): ClientRoute[] {
  return routes.filter(
    ({ audience }) => audience.includes('everyone') || audience.includes(role ?? 'signed-out'),
  )
}

export const screenAt = (routes: readonly ClientRoute[], role: Role | null, path: string) =>
  routesFor(routes, role).find((one) => isAt(one.path, path))?.screen

/** The roles that have a screen at this path. */
export function rolesAt(routes: readonly ClientRoute[], path: string): Role[] {
  const here = routes.filter((one) => isAt(one.path, path))
  return roles.filter((role) => routesFor(here, role).length > 0)
}

/** The current page, or on the sign-in page the one it leads to. */
export function pageAsked(): string {
  const { pathname, search, hash } = location
  if (!isAt('/sign-in', pathname)) return shortEnough(pathname + search + hash)
  return shortEnough(safeNextPath(new URLSearchParams(search).get('next') ?? undefined))
}

/** The server rejects longer ones; none of ours are. */
const shortEnough = (place: string) => (place.length > 500 ? paths.home : place)

/** Where to go after sign-in: the requested page if any role has it, else home. */
export function pageAfterSignIn(routes: readonly ClientRoute[]): string {
  const here = routes.filter(({ path }) => isAt(path, location.pathname))
  return here.some(({ audience }) => roles.some((role) => audience.includes(role)))
    ? pageAsked()
    : paths.home
}

const returnPageKey = 'page asked for'

/** Remembers the page to return to after signing in, also through an external provider. */
export const saveReturnPage = (place: string): void =>
  writeSessionStore(returnPageKey, place, visitor)

/** Whether this sign-in was for that page. */
export const isReturnPage = (place: string): boolean =>
  readSessionStore(returnPageKey, visitor) === place

/** Explains who a page is for. */
export function describeAudience(roles: readonly Role[]): string {
  const [customer, technician, admin] = (['customer', 'technician', 'admin'] as const).map((one) =>
    roles.includes(one),
  )
  if (customer && technician && admin) return t('This page is for people who are signed in.')
  if (customer && admin) return t('This page is for customers and the office.')
  if (technician && admin) return t('This page is for technicians and the office.')
  if (customer) return t('This page is for customers.')
  if (technician) return t('This page is for technicians.')
  return t('This page is for the office.')
}

/** Path this document was loaded at: its headers (CSP) apply until a full reload. */
export function documentPath(): string {
  const [document] = performance.getEntriesByType('navigation')
  return document ? new URL(document.name).pathname : location.pathname
}
