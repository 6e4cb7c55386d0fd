import { useEffect, useRef, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { t } from '#shared/texts/t.ts'
import { type Card, makeCard, needsOwnDocument, type TokenizeDetails } from './card-provider.ts'
import { refuse, useToken } from './use-token.ts'

export const cardContainerId = 'card-container'

/** A card form in the element `#card-container`: digits go to the provider, we get a token. */
export function useCard() {
  const config = useCall('GET /api/payments/config', undefined, { staleTime: Infinity })
  const card = useRef<Card | null>(null)
  const token = useToken()
  const [state, setState] = useState({ ready: false, problem: '' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const settings = config.data
    if (!settings) return
    if (needsOwnDocument(settings)) return location.reload()
    let left = false
    const open = async () => {
      const made = await makeCard(settings).catch(() => {
        throw new Error(t("Loading Error: Failed to load the card provider's payment system"))
      })
      if (left) return void made.destroy()
      made.addEventListener('submit', () =>
        document.getElementById(cardContainerId)?.closest('form')?.requestSubmit(),
      )
      await made.attach(`#${cardContainerId}`).catch(() => {
        throw new Error(t('Initialization Error: Failed to initialize payment form'))
      })
      card.current = made
      setState({ ready: true, problem: '' })
    }
    open().catch((error: Error) => {
      if (!left) setState({ ready: false, problem: error.message })
    })
    return () => {
      left = true
      void card.current?.destroy()
      card.current = null
    }
  }, [config.data, attempt])

  return {
    ready: state.ready,
    isSlow: token.isSlow,
    problem: config.isLoadingError
      ? t('Configuration Error: Failed to load payment configuration')
      : state.problem,
    retry() {
      setState({ ready: false, problem: '' })
      if (!config.data) void config.refetch()
      else setAttempt((n) => n + 1)
    },
    /** The card's token; null when the form says itself what is wrong. */
    async tokenize(details: TokenizeDetails): Promise<string | null> {
      if (!card.current) return refuse(t('Payment form not ready'))
      const { current } = card
      return token.ask(() => current.tokenize(details))
    },
  }
}
