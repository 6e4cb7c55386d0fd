import { type ComponentType, createElement, lazy, useState } from 'react'

type Part<Props> = { default: ComponentType<Props> }

/**
 * Imports a module, retrying until it loads. Chromium caches failed imports for the life of the page, so retries use
 * another URL; if its own imports failed too, only a reload helps.
 */
export function lazyLoad<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let address: string | undefined
  let tries = 0
  return async () => {
    try {
      if (address === undefined) return await load()
      return (await import(/* @vite-ignore */ `${address}?again=${++tries}`)) as Loaded
    } catch (error) {
      address ??= /https?:[^\s?]+\.js/.exec(String(error))?.[0]
      throw error
    }
  }
}

const mostTries = 3
const pauseMs = 2000

/**
 * A component loaded at first render, waiting for a network. Once `ahead` has loaded it, it renders at once: Suspense
 * would hold the old screen for 300 ms.
 */
export function lazyComponent<Props extends object>(load: () => Promise<Part<Props>>) {
  let there: ComponentType<Props> | undefined
  const part = lazyLoad(async () => {
    const loaded = await load()
    there = loaded.default
    return loaded
  })
  const Later: ComponentType<Props> = lazy(async () => {
    for (let failed = 0; ;) {
      try {
        return await part()
      } catch (error) {
        // Online but missing: the app was updated.
        if (navigator.onLine && ++failed === mostTries) throw error
        await networkOrPause()
      }
    }
  })
  function LazyPart(props: Props) {
    const [Shown] = useState(() => there ?? Later)
    return createElement(Shown, props)
  }
  return Object.assign(LazyPart, { ahead: part })
}

const networkOrPause = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pauseMs)
    addEventListener('online', () => [clearTimeout(timer), resolve()], { once: true })
  })
