import { Upload } from 'lucide-react'
import { api } from '#client/app/call.ts'
import { csvBody, CsvFileField, ImportFailure, useCsvPreview } from '#client/app/csv-import.tsx'
import { ImportProblems } from '#client/app/import-problems.tsx'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import { plural, t } from '#shared/texts/t.ts'

const route = 'POST /api/companies/{id}/cars/import'

/** Adds a company's cars from a CSV file, after a preview. */
export default function ImportCarsDialog({
  companyId,
  onClose,
}: {
  companyId: string
  onClose: () => void
}) {
  const params = { id: companyId }
  const { file, found, key, request, look, choose, tooLarge } = useCsvPreview((body) =>
    api(route, { params, query: { dryRun: '1' }, body }),
  )
  const bring = useWrite(route, {
    onSuccess: ({ added }) => {
      toast({ title: carsWords(added) })
      onClose()
    },
  })
  const failed = tooLarge ?? request.error?.message ?? bring.error?.message
  return (
    <Dialog
      size="wide"
      title={t('Import a list of cars')}
      description={t(
        'A CSV file with the columns unit, VIN, plate, year, make and model. Cars that are listed already stay as they are.',
      )}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            icon={<Upload />}
            pending={bring.isPending}
            disabledReason={
              found ? found.added === 0 && t('Nothing in this file is new.') : t('Choose a file')
            }
            onClick={() => {
              if (file && !bring.isPending)
                bring.mutate({
                  params,
                  query: {},
                  body: csvBody(file),
                  idempotencyKey: key.current,
                })
            }}
          >
            {t('Import')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <CsvFileField
          onChoose={(chosen) => {
            bring.reset()
            choose(chosen)
          }}
        />
        {failed && (
          <ImportFailure
            message={failed}
            atImport={bring.error !== null}
            onRetry={file && request.error && (() => look(file))}
          />
        )}
        {request.isPending && <Skeleton lines={3} />}
        {found && (
          <>
            <p role="status" className="font-semibold">
              {[
                carsWords(found.added),
                found.known > 0 &&
                  plural(found.known, {
                    one: '{count} is listed already',
                    other: '{count} are listed already',
                  }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {found.problems.length > 0 && <ImportProblems problems={found.problems} />}
          </>
        )}
      </div>
    </Dialog>
  )
}

const carsWords = (count: number): string =>
  plural(count, { one: '{count} new car', other: '{count} new cars' })
