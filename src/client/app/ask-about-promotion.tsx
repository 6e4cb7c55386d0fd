import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { t } from '#shared/texts/t.ts'

export type PromotionChoice = 'keep' | 'drop'

export interface PromotionDialogProps {
  /** Whether the code fits the new day, and the other price. */
  words: string
  /** The code may be kept. */
  mayKeep: boolean
  /** A code that ended with an earlier move is valid again on the new day. */
  restores?: boolean
  answer: (choice: PromotionChoice | null) => void
}

/** Asks whether a visit moves with its promotion code, moves without it, or stays. */
export function PromotionDialog({ words, mayKeep, restores, answer }: PromotionDialogProps) {
  const onClose = () => answer(null)
  const variant = (isUsual: boolean | undefined) => (isUsual ? { variant: 'primary' as const } : {})
  return (
    <Dialog
      onClose={onClose}
      size="small"
      title={
        restores ? t('The code is valid on that day again') : t('The code is not valid on that day')
      }
      description={words}
      footer={
        <>
          <Button onClick={onClose}>{t('Don’t move it')}</Button>
          {mayKeep && (
            <Button {...variant(restores)} onClick={() => answer('keep')}>
              {restores ? t('Use the code again') : t('Keep the code')}
            </Button>
          )}
          <Button {...variant(!restores)} onClick={() => answer('drop')}>
            {t('Move without the code')}
          </Button>
        </>
      }
    >
      {mayKeep && !restores && (
        <p className="text-sm text-soft">{t('Keeping the code is recorded.')}</p>
      )}
    </Dialog>
  )
}
