import { buttonStyle } from '#client/ui/button.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { t } from '#shared/texts/t.ts'

/** ZIP code form; `zip-check-script.ts` answers it. Without a script it leads to booking. */
export function ZipCheck() {
  return (
    <form data-zip-check action="/guest-booking" noValidate className="mt-7 max-w-104">
      <label htmlFor="zip-check" className="font-medium">
        {t('Do you serve my area?')}
      </label>
      <div className="mt-1.5 flex gap-2">
        <span className="w-36">
          <TextInput
            id="zip-check"
            aria-describedby="zip-answer"
            placeholder={t('ZIP code')}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={20}
          />
        </span>
        <button className={buttonStyle({ variant: 'secondary' })}>{t('Check')}</button>
      </div>
      {/* Reserves the height of the longest answer, to avoid layout shift. */}
      <p
        id="zip-answer"
        data-zip-answer
        aria-live="polite"
        className="mt-2 min-h-12 text-sm wrap-anywhere text-soft max-[22.4rem]:min-h-18"
      />
    </form>
  )
}
