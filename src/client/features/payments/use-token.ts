import { useRef, useState } from 'react'
import { dismissFailures, toast } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'
import type { TokenResult } from './card-provider.ts'

/** So long a form or a sheet may take before it can be asked again. A bank that wants to see its customer may take longer. */
const patienceMs = 20_000

/** Asks a card form for its token: once for a double click, and again where no answer came. */
export function useToken() {
  const newest = useRef(0)
  const isOpen = useRef(false)
  const [isSlow, setSlow] = useState(false)
  return {
    /** No answer has come for a while; asking again is possible, and an answer that still comes is taken. */
    isSlow,
    /**
     * The token; null when the form says itself what is wrong, when its sheet was closed, or when it was asked again
     * meanwhile. `failure` is said where nothing else is known.
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
      // One press is one payment: what was asked before the newest press has no say anymore.
      if (mine !== newest.current) return null
      isOpen.current = false
      setSlow(false)
      if (result?.status === 'OK' && result.token) return result.token
      if (result?.status === 'Cancel') return null
      return refuse(result?.errors?.[0]?.message ?? failure)
    },
  }
}

/** Says why there is no token. */
export function refuse(description: string): null {
  toast({ title: t('Payment Error'), description, destructive: true })
  return null
}
