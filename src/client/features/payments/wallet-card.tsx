import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Spinner } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { useStore } from '#client/ui/store.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { type Wallet, walletNames, wallets } from '#shared/rules/wallets.ts'
import { t } from '#shared/texts/t.ts'
import './apple-pay-button.css'
import { Consent, WalletFailure, walletTitle } from './card-form-texts.tsx'
import { cardScript, loadPayments, needsOwnDocument, type WalletSheet } from './card-provider.ts'
import type { CardTry } from './use-card-payment.ts'
import { useToken } from './use-token.ts'

interface WalletCardProps {
  visit: Job
  due: PaymentDue
  /** Pays now; false holds the amount. */
  pays: boolean
  /** Title for other purposes. */
  title?: string
  write: CardTry
  onWallet: (sourceId: string, wallet: Wallet) => void
  /** The form for typed cards; `agreed` if the consent above is for them too. */
  children?: (agreed: boolean) => ReactNode
}

/** Apple Pay and Google Pay if available; for visits too far ahead, explains why not. */
export function WalletCard(props: WalletCardProps) {
  const { visit, due, pays, title, write, onWallet, children } = props
  const wallets = useWallets(due.amount)
  const { offered } = wallets
  const isTooEarly = due.savesCard && !pays
  const isOffered = offered.length > 0 && !isTooEarly
  const consents = isOffered && !pays
  const isPaying = write.isPending && write.variables?.body.wallet !== undefined
  const press = async (wallet: Wallet) => {
    if (write.isPending) return
    const sourceId = await wallets.tokenize(wallet)
    if (sourceId) onWallet(sourceId, wallet)
  }
  const name = title ?? walletTitle(pays, due)
  return (
    <>
      {isTooEarly && offered.length > 0 && <p className="px-1 text-soft">{tooEarly(offered)}</p>}
      {consents && (
        <div className="px-1">
          <Consent visit={visit} besideWallets />
        </div>
      )}
      <Card title={name} hidden={!isOffered}>
        <div className="space-y-4">
          <WalletFailure pays={pays} write={write} />
          <div
            role="group"
            aria-label={name}
            className={clsx('grid gap-3', offered.length > 1 && 'sm:grid-cols-2')}
            inert={write.isPending}
          >
            {offered.includes('apple_pay') && (
              <button
                type="button"
                className="apple-pay-button"
                aria-label={walletNames.apple_pay}
                onClick={() => void press('apple_pay')}
              />
            )}
            {/* Holds Google's own button, which handles the keyboard. */}
            <div
              id={googlePayId}
              className="h-12"
              hidden={!offered.includes('google_pay')}
              onClick={() => void press('google_pay')}
            />
          </div>
          {isPaying && (
            <p role="status" className="flex items-center gap-2 text-soft">
              <Spinner />
              {t('Waiting for the card network')}
            </p>
          )}
        </div>
      </Card>
      {children?.(consents)}
    </>
  )
}

function tooEarly(offered: readonly Wallet[]): string {
  const [one, other] = offered.map((wallet) => walletNames[wallet])
  return other
    ? t(
        '{one} and {other} cannot reserve an amount this far ahead: enter a card now, or come back in the week of the visit.',
        { one: one ?? '', other },
      )
    : t(
        '{wallet} cannot reserve an amount this far ahead: enter a card now, or come back in the week of the visit.',
        { wallet: one ?? '' },
      )
}

const googlePayId = 'google-pay-button'

/**
 * Wallets available for an amount. Google Pay renders its button into `#google-pay-button`; unavailable or failing ones are
 * left out silently.
 */
function useWallets(amount: string) {
  const config = useCall('GET /api/payments/config', undefined, { staleTime: Infinity })
  const { brandName } = useBusiness()
  const isLoaded = useStore(cardScript)
  const token = useToken()
  const [sheets, setSheets] = useState<{ [W in Wallet]?: WalletSheet }>({})
  // Google rejects two buttons in one place, so wait for the previous one's removal.
  const cleared = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    const settings = config.data
    if (!settings) return
    if (needsOwnDocument(settings)) return location.reload()
    // The card form offers the retry.
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
     * Token of a wallet card; null if its sheet was closed. Call it in the click handler: browsers require that to open the
     * sheet.
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
