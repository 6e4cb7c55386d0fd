import type { ComponentType } from 'react'
import { lazyPart } from '#client/ui/load-part.ts'
import type { Role } from '#shared/rules/roles.ts'

/** `signed-out` shows only to visitors, `everyone` to anybody with or without a session. */
export type Audience = Role | 'signed-out' | 'everyone'

export type ClientRoute = {
  path: string
  audience: readonly Audience[]
  screen: ComponentType
}

/** A screen whose code comes when somebody goes there. */
export function route(
  path: string,
  audience: readonly Audience[],
  load: () => Promise<{ default: ComponentType }>,
): ClientRoute {
  return { path, audience, screen: lazyPart(load) }
}

/** Routes somebody may see: their role's, or a visitor's, and everyone's. */
export function routesFor(routes: readonly ClientRoute[], role: Role | null): ClientRoute[] {
  return routes.filter(
    ({ audience }) => audience.includes('everyone') || audience.includes(role ?? 'signed-out'),
  )
}

/** Whether the path is a screen that some role has, so that signing in may be the way to it. */
export function isScreen(routes: readonly ClientRoute[], path: string): boolean {
  return routes.some((one) => new RegExp(`^${one.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
}
