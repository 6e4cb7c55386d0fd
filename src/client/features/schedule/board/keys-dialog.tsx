import { Dialog } from '#client/ui/dialog.tsx'
import { t } from '#shared/texts/t.ts'

const keys = () => [
  { keys: ['←', '→', '↑', '↓'], does: t('To the next visit or time') },
  { keys: ['Enter'], does: t('Open the visit, or book one for an empty slot') },
  { keys: ['A'], does: t('Assign it to a technician') },
  { keys: ['M'], does: t('Move it to another time of the week') },
  { keys: ['Alt', '←→↑↓'], does: t('Move it to another time; release Alt to drop it') },
  { keys: ['Esc'], does: t('Leave it where it was') },
  { keys: ['B'], does: t('Block or open the time') },
  { keys: ['/'], does: t('Search on the board') },
  { keys: ['↑', '↓'], does: t('In the week view: to another day') },
  { keys: ['?'], does: t('Show these keys') },
]

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} size="small" title={t('Keys of the board')}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {keys().map(({ keys: names, does }) => (
          <div key={does} className="col-span-2 grid grid-cols-subgrid">
            <dt className="flex items-start gap-1">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="rounded-chip border border-line bg-sunken px-1.5 font-sans text-sm"
                >
                  {name}
                </kbd>
              ))}
            </dt>
            <dd className="text-sm">{does}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-soft">
        {t('With a mouse or pen, drag the card. With a finger, press and hold it first.')}
      </p>
    </Dialog>
  )
}
