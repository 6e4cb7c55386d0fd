import { useEffect, useState } from 'react'
import { api } from '#client/app/call.ts'
import type { AddressSuggestion } from '#shared/contract/service-area.ts'
import { fewestToSuggest } from '#shared/rules/address.ts'

const pauseMs = 250
const none: readonly AddressSuggestion[] = []

/**
 * Addresses that fit what is typed, asked for once the typing pauses; null asks nothing. Until the answer is there those
 * of the text it was typed on from stay.
 */
export function useSuggestions(typed: string | null): readonly AddressSuggestion[] {
  const [found, setFound] = useState({ text: '', list: none })
  const text = typed?.trim() ?? ''
  const asks = text.length >= fewestToSuggest
  useEffect(() => {
    if (!asks) return
    const leave = new AbortController()
    const ask = async () => {
      const input = { query: { q: text }, signal: leave.signal }
      // Whoever types needs no word about it: an address can be typed to its end.
      const list = await api('GET /api/address-suggestions', input).catch(() => none)
      if (!leave.signal.aborted) setFound({ text, list })
    }
    const pause = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(pause)
      leave.abort()
    }
  }, [asks, text])
  const stillFits = text.startsWith(found.text) || found.text.startsWith(text)
  return asks && stillFits ? found.list : none
}
