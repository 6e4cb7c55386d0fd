import type { CallAnswer } from '#client/app/call.ts'
import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { TextLink } from '#client/ui/button.tsx'
import { ReceiptForm as Form } from '#shared/contract/settings.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import {
  describeGap,
  isKnownState,
  receiptFacts,
  type ReceiptGap,
  receiptRules,
} from '#shared/rules/receipt-rules.ts'
import { stateTitles } from '#shared/rules/us-states.ts'
import { t, translate } from '#shared/texts/t.ts'
import { useSeenSettings } from './use-seen-settings.ts'

interface ReceiptFormProps {
  settings: CallAnswer<'GET /api/admin/settings'>
  /** The chosen state, saved or not; empty for none. */
  state: string
  onState: (state: string) => void
  /** Facts the chosen state's receipts lack; the registration number may have been typed since. */
  missing: readonly ReceiptGap[]
  suggested: string | null
}

/** The form for the state whose rules receipts follow, and for their texts. */
export function ReceiptForm({ settings, state, onState, missing, suggested }: ReceiptFormProps) {
  const seen = useSeenSettings({ receiptProfile: 'state' })
  const { receiptProfile: saved, ...words } = settings
  const gapsFor = (registration: string | undefined) =>
    missing.filter(({ kind }) => kind !== 'registration' || !registration?.trim())
  return (
    <PageForm
      call="PUT /api/admin/settings"
      input={({ state: chosen, ...typed }) =>
        seen.input({
          ...typed,
          receiptProfile: chosen
            ? { state: chosen, since: saved?.state === chosen ? saved.since : nowAsText() }
            : null,
        })
      }
      onFailure={seen.onFailure}
      schema={Form}
      defaultValues={{
        state: saved?.state,
        receiptRegistration: words.receiptRegistration,
        receiptWarranty: words.receiptWarranty,
        receiptNextService: words.receiptNextService,
      }}
      disabledReason={(typed) =>
        state !== '' &&
        gapsFor(typed.receiptRegistration).length > 0 &&
        t('First fill in what is missing')
      }
      successToast={{
        title: t('Saved'),
        description: t('Applies to visits completed from now on.'),
      }}
    >
      {({ SelectField, TextField, TextAreaField }, { receiptRegistration }) => (
        <>
          <SelectField
            name="state"
            label={t('Receipts follow the rules of')}
            optional={false}
            onChosen={onState}
            hint={
              suggested &&
              t('Most of your core spots are in {state}.', {
                state: stateTitles.get(suggested) ?? suggested,
              })
            }
            options={[{ value: '', label: t('No state') }, ...states]}
          />
          {state && (
            <>
              <Rules state={state} />
              <Gaps gaps={gapsFor(receiptRegistration)} />
              <TextField
                name="receiptRegistration"
                label={t('Registration number')}
                hint={t('Of your business, as the state gave it to you.')}
                optional={!receiptRules(state).facts.includes('registration')}
              />
              <TextAreaField
                name="receiptWarranty"
                label={t('Warranty')}
                optional
                hint={t('At the end of the receipt. Blank: not mentioned.')}
              />
              <TextAreaField
                name="receiptNextService"
                label={t('Words beside the next service')}
                optional
                hint={t('The receipt estimates the day and the miles.')}
              />
            </>
          )}
          <SubmitButton>{t('Save')}</SubmitButton>
        </>
      )}
    </PageForm>
  )
}

const nowAsText = () => new Date().toISOString()

/** Sorted by name. */
const states = [...stateTitles]
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

function Rules({ state }: { state: string }) {
  const { facts, sources, note } = receiptRules(state)
  const name = stateTitles.get(state) ?? state
  return (
    <section aria-label={t('Rules')} className="space-y-2">
      <p className="font-medium">
        {isKnownState(state)
          ? t(
              'The rules we have for {state} are starting values, not advice. Check them with an accountant or lawyer.',
              { state: name },
            )
          : t(
              'We have no rules for {state}, so receipts show what many states require. Check with an accountant or lawyer.',
              { state: name },
            )}
      </p>
      <ul className="list-disc space-y-1 pl-5">
        {facts.map((fact) => (
          <li key={fact}>{translate(receiptFacts[fact])}</li>
        ))}
      </ul>
      {note && <p>{translate(note)}</p>}
      <ul className="space-y-1 text-sm text-soft">
        {sources.map(({ title, date }) => (
          <li key={title}>{t('{source} ({date})', { source: translate(title), date })}</li>
        ))}
      </ul>
    </section>
  )
}

function Gaps({ gaps }: { gaps: readonly ReceiptGap[] }) {
  if (gaps.length === 0) return null
  return (
    <section aria-label={t('Missing')} className="rounded-control bg-amber-wash px-4 py-3">
      <p className="font-medium text-amber">
        {t('Missing before receipts can follow these rules')}
      </p>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {gaps.map((gap) => (
          <li key={gap.id ?? gap.kind}>
            {gap.kind === 'registration' ? (
              describeGap(gap)
            ) : (
              <TextLink
                href={
                  gap.kind === 'product'
                    ? officePaths.productsNamed(gap.name ?? '')
                    : officePaths.settingsPart('pricing')
                }
              >
                {describeGap(gap)}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
