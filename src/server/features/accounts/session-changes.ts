import { forget } from './session-cache.ts'

/** `ended`: the session is gone; a person whose sessions all ended, or who merely changed. */
export type SessionChange = { sessionHash: string } | { userId: string; ended: boolean }

type Listener = (change: SessionChange) => void
const listeners = new Set<Listener>()

/** Calls back when sessions end or people change, in this process or another; sockets close by it. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellListeners(change: SessionChange): void {
  forget(change)
  for (const listener of listeners) listener(change)
}
