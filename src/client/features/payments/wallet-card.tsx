import './apple-pay-button.css'
import { clsx } from 'clsx'
import { Card } from '#client/ui/card.tsx'
import { Spinner } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { type Wallet, walletNames } from '#shared/rules/wallets.ts'
import { t } from '#shared/texts/t.ts'
import { Consent, WalletFailure, walletTitle } from './card-form-texts.tsx'
import type { CardTry } from './use-card-payment.ts'
import { googlePayId, useWallets } from './use-wallets.ts'

interface WalletCardProps {
  visit: Job
  due: PaymentDue
  /** Pays what is due now; else the amount is held. */
  pays: boolean
  /** What its title says, where it pays for something else. */
  title?: string
  write: CardTry
  onWallet: (sourceId: string, wallet: Wallet) => void
}

/** Apple Pay and Google Pay, where the browser offers them; nothing else, but for a visit too far ahead why not. */
export function WalletCard({ visit, due, pays, title, write, onWallet }: WalletCardProps) {
  const wallets = useWallets(due.amount)
  const { offered } = wallets
  const isTooEarly = due.savesCard && !pays
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
      <Card title={name} hidden={isTooEarly || offered.length === 0}>
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
            {/* Google's own button is in it, and is pressed by the keyboard too. */}
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
          {!pays && <Consent visit={visit} toWallet />}
        </div>
      </Card>
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
