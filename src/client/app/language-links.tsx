import { paths } from '#shared/rules/paths.ts'
import { offeredLanguages } from '#shared/texts/languages.ts'
import { currentLanguage } from '#shared/texts/t.ts'

interface LanguageLinksProps {
  /** The page to come back to. */
  next: string
  className: string
  /** Where a narrow phone has no room for the word: its code is shown instead. */
  isTight?: boolean
}

/** To every other language, in its own words; plain links, so that they work before any script has arrived. */
export const LanguageLinks = ({ next, className, isTight }: LanguageLinksProps) =>
  offeredLanguages
    .filter(({ code }) => code !== currentLanguage())
    .map(({ code, name }) => (
      <a
        key={code}
        className={className}
        href={paths.chooseLanguage(code, next)}
        lang={code}
        hrefLang={code}
        // It changes what this browser is shown, so it is not for those who only read ahead.
        rel="nofollow"
      >
        <span className={isTight ? 'max-[24rem]:sr-only' : undefined}>{name}</span>
        {isTight && (
          <span aria-hidden="true" className="uppercase min-[24rem]:hidden">
            {code}
          </span>
        )}
      </a>
    ))
