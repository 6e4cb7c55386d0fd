import { useEffect, useState } from 'react'
import { cookieSeconds } from '#shared/rules/cookies.ts'
import { bestLanguage, languageCookie, languages } from '#shared/texts/languages.ts'
import { currentLanguage, setLanguage } from '#shared/texts/t.ts'
import { queryClient } from './queries.ts'

const cookieLanguage = () =>
  new RegExp(`(?:^|; )${languageCookie}=([\\w-]+)`).exec(document.cookie)?.[1]

const pageLanguage = (ofAccount: string | null) =>
  bestLanguage([ofAccount, cookieLanguage(), ...navigator.languages])

/**
 * Shows the page in the account's language, else the cookie's, else the browser's, else English. The account's is kept in
 * the cookie, for the pages of somebody who has signed out.
 */
export async function chooseLanguage(ofAccount: string | null): Promise<void> {
  if (ofAccount)
    document.cookie = `${languageCookie}=${ofAccount}; path=/; max-age=${cookieSeconds.language}; samesite=lax`
  const code = pageLanguage(ofAccount)
  if (code === currentLanguage()) return
  const language = languages.find((one) => one.code === code)
  await setLanguage(code, language && 'load' in language ? language.load : undefined)
  document.documentElement.lang = code
  // What the server has worded is in the language of before.
  void queryClient.invalidateQueries()
}

/** Changes to the account's language; false until it is there. One that cannot be loaded is done without. */
export function useLanguage(ofAccount: string | null): boolean {
  const [tried, setTried] = useState<string | null>()
  useEffect(() => {
    void chooseLanguage(ofAccount)
      .catch(() => {})
      .then(() => setTried(ofAccount))
  }, [ofAccount])
  return tried === ofAccount || currentLanguage() === pageLanguage(ofAccount)
}
