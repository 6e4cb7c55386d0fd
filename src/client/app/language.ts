import { useEffect, useState } from 'react'
import { cookieSeconds } from '#shared/rules/cookies.ts'
import type { Role } from '#shared/rules/roles.ts'
import {
  bestLanguage,
  defaultLanguage,
  languageCookie,
  languages,
  roomsFor,
  type TextRoom,
} from '#shared/texts/languages.ts'
import { currentLanguage, setLanguage } from '#shared/texts/t.ts'
import { queryClient } from './queries.ts'

const cookieLanguage = () =>
  new RegExp(`(?:^|; )${languageCookie}=([\\w-]+)`).exec(document.cookie)?.[1]

const pageLanguage = (ofAccount: string | null) =>
  bestLanguage([ofAccount, cookieLanguage(), ...navigator.languages])

let loaded: { code: string; rooms: readonly TextRoom[] } = { code: defaultLanguage, rooms: [] }

const isLoaded = (code: string, rooms: readonly TextRoom[]) =>
  code === currentLanguage() &&
  (code === defaultLanguage ||
    (code === loaded.code && rooms.every((room) => loaded.rooms.includes(room))))

/**
 * Sets the page's language: the account's, else the cookie's, the browser's, or English. The account's language is
 * kept in the cookie for after signing out.
 */
export async function chooseLanguage(
  ofAccount: string | null,
  role: Role | null = null,
): Promise<void> {
  if (ofAccount)
    document.cookie = `${languageCookie}=${ofAccount}; path=/; max-age=${cookieSeconds.language}; samesite=lax`
  const code = pageLanguage(ofAccount)
  const rooms = roomsFor(role)
  if (isLoaded(code, rooms)) return
  const before = currentLanguage()
  const language = languages.find((one) => one.code === code)
  const load = language && 'load' in language ? language.load : undefined
  await setLanguage(code, load && (() => load(rooms)))
  loaded = { code, rooms }
  document.documentElement.lang = code
  // Server-worded data is still in the previous language.
  if (code !== before) void queryClient.invalidateQueries()
}

/** Switches to the account's language with the texts for that role; false until loaded. Falls back to English. */
export function useLanguage(ofAccount: string | null, role: Role | null): boolean {
  const wanted = `${ofAccount} ${role}`
  const [tried, setTried] = useState<string>()
  useEffect(() => {
    void chooseLanguage(ofAccount, role)
      .catch(() => {})
      .then(() => setTried(wanted))
  }, [ofAccount, role, wanted])
  return tried === wanted || isLoaded(pageLanguage(ofAccount), roomsFor(role))
}
