import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import type { Engine } from '#shared/contract/engines.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface UndoEngineDialogProps {
  engine: Engine
  onClose: () => void
}

/** Confirms undoing a correction, or deleting an engine the office added. */
export default function UndoEngineDialog({ engine, onClose }: UndoEngineDialogProps) {
  const { id, original, make, model, version } = engine
  const name = `${make} ${model}`
  const common = { input: { params: { id } }, version, onClose, cancelLabel: t('Keep') }
  if (!original)
    return (
      <ConfirmCall
        {...common}
        call="DELETE /api/admin/engines/{id}"
        danger
        title={t('Delete {name}?', { name })}
        description={t('You added it. Without it, cars with this engine use the built-in data.')}
        confirmLabel={t('Delete engine')}
        successToast={{ title: t('Success'), description: t('Engine deleted') }}
        failureToast={t('Error')}
      />
    )
  return (
    <ConfirmCall
      {...common}
      call="POST /api/admin/engines/{id}/undo"
      title={t('Undo your corrections to {name}?', { name })}
      description={t('The built-in data applies again: {quarts} qt. {source}', {
        quarts: formatNumber(original.quarts, 2),
        source: original.source,
      })}
      confirmLabel={t('Undo')}
      successToast={{ title: t('Success'), description: t('The built-in data is used again') }}
      failureToast={t('Error')}
    />
  )
}
