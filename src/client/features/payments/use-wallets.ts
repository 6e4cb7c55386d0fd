import { useEffect, useRef, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { useStore } from '#client/ui/store.ts'
import { type Wallet, walletNames, wallets } from '#shared/rules/wallets.ts'
import { t } from '#shared/texts/t.ts'
import { cardScript, loadPayments, needsOwnDocument, type WalletSheet } from './card-provider.ts'
import { useToken } from './use-token.ts'

export const googlePayId = 'google-pay-button'

/**
 * The wallets that this browser offers for an amount. Google Pay draws its button into the element `#google-pay-button`;
 * whatever is not offered, or does not load, is not there and nobody is told.
 */
export function useWallets(amount: string) {
  const config = useCall('GET /api/payments/config', undefined, { staleTime: Infinity })
  const { brandName } = useBusiness()
  const isLoaded = useStore(cardScript)
  const token = useToken()
  const [sheets, setSheets] = useState<{ [W in Wallet]?: WalletSheet }>({})
  // Two buttons in one place are refused, so the next waits for the end of the last.
  const cleared = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    const settings = config.data
    if (!settings) return
    if (needsOwnDocument(settings)) return location.reload()
    // What fails is loaded again where somebody asks for that: by the card form.
    if (!isLoaded) return void loadPayments(settings).catch(() => {})
    let left = false
    const made: WalletSheet[] = []
    const open = async () => {
      const payments = await loadPayments(settings)
      await cleared.current
      if (left) return
      const total = { amount, label: brandName }
      const request = payments.paymentRequest({ countryCode: 'US', currencyCode: 'USD', total })
      const offer = async (wallet: Wallet) => {
        const sheet = await (wallet === 'apple_pay'
          ? payments.applePay(request)
          : payments.googlePay(request))
        made.push(sheet)
        if (!left) await sheet.attach?.(`#${googlePayId}`, googlePayLook())
        if (left) void sheet.destroy()
        else setSheets((before) => ({ ...before, [wallet]: sheet }))
      }
      for (const wallet of wallets) offer(wallet).catch(() => {})
    }
    open().catch(() => {})
    return () => {
      left = true
      setSheets({})
      cleared.current = Promise.allSettled(made.map(async (sheet) => sheet.destroy()))
    }
  }, [config.data, isLoaded, amount, brandName])

  return {
    offered: wallets.filter((wallet) => sheets[wallet]),
    /**
     * The token of a card in the wallet; null when its sheet was closed. To be called in the press itself: browsers open
     * the sheet for nothing else.
     */
    async tokenize(wallet: Wallet): Promise<string | null> {
      const sheet = sheets[wallet]
      const failure = t('{wallet} gave no card. Please try again, or enter a card.', {
        wallet: walletNames[wallet],
      })
      return sheet ? token.ask(() => sheet.tokenize(), failure) : null
    },
  }
}

const googlePayLook = () => ({
  buttonColor: matchMedia('(prefers-color-scheme: dark)').matches ? 'white' : 'black',
  buttonType: 'short',
  buttonSizeMode: 'fill',
  buttonRadius: 10,
})
