import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { t } from '#shared/texts/t.ts'

export type PromotionChoice = 'keep' | 'drop'

interface PromotionDialogProps {
  /** Why the code does not fit, and the price without it. */
  words: string
  /** The office may keep the code. */
  mayKeep: boolean
  answer: (choice: PromotionChoice | null) => void
}

/** Asks whether a visit moves without its promotion code, keeps it (office only), or stays. */
export function PromotionDialog({ words, mayKeep, answer }: PromotionDialogProps) {
  const onClose = () => answer(null)
  return (
    <Dialog
      onClose={onClose}
      size="small"
      title={t('The code is not for that day')}
      description={words}
      footer={
        <>
          <Button onClick={onClose}>{t('Do not move it')}</Button>
          {mayKeep && <Button onClick={() => answer('keep')}>{t('Keep the code')}</Button>}
          <Button variant="primary" onClick={() => answer('drop')}>
            {t('Move without the code')}
          </Button>
        </>
      }
    >
      {mayKeep && <p className="text-sm text-soft">{t('Keeping the code is recorded.')}</p>}
    </Dialog>
  )
}
