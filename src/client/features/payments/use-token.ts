import { useRef, useState } from 'react'
import { dismissFailures, toast } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'
import type { TokenResult } from './card-provider.ts'

/** Time before a form or sheet can be retried. Bank verification may take longer. */
const patienceMs = 20_000

/** Requests a card form's token: once per double click, and again after no response. */
export function useToken() {
  const newest = useRef(0)
  const isOpen = useRef(false)
  const [isSlow, setSlow] = useState(false)
  return {
    /** No response for a while: a retry is possible, and a late response still counts. */
    isSlow,
    /**
     * The token; null if the form shows the problem itself, its sheet was closed, or a newer request started. `failure` is
     * the fallback message.
     */
    async ask(
      tokenize: () => Promise<TokenResult>,
      failure = t('Card tokenization failed'),
    ): Promise<string | null> {
      if (isOpen.current) return null
      isOpen.current = true
      const mine = ++newest.current
      dismissFailures()
      setSlow(false)
      const timer = setTimeout(() => {
        isOpen.current = false
        setSlow(true)
      }, patienceMs)
      const result = await tokenize().catch(() => undefined)
      clearTimeout(timer)
      // One payment per press: ignore responses to earlier ones.
      if (mine !== newest.current) return null
      isOpen.current = false
      setSlow(false)
      if (result?.status === 'OK' && result.token) return result.token
      if (result?.status === 'Cancel') return null
      return refuse(result?.errors?.[0]?.message ?? failure)
    },
  }
}

/** Shows why there is no token. */
export function refuse(description: string): null {
  toast({ title: t('Payment Error'), description, destructive: true })
  return null
}
