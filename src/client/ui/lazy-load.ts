import { type ComponentType, createElement, lazy, useState } from 'react'

type Part<Props> = { default: ComponentType<Props> }

/**
 * Loads a part of the app, each time it is called until it has come. Browsers of the Chromium family remember a failed
 * import for as long as the page lives, so that one is asked for under another address. What it imports itself keeps
 * its own: if that failed too, only loading the page again helps.
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
 * A component whose code comes when it is first drawn; without a network it is waited for. What `ahead` has loaded is
 * drawn at once: React keeps what it shows meanwhile for 300 ms, however soon the code is there.
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
        // With a network it is not there any more: a newer version of the app is.
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
