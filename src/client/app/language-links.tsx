import { paths } from '#shared/rules/paths.ts'
import { offeredLanguages } from '#shared/texts/languages.ts'
import { currentLanguage } from '#shared/texts/t.ts'

interface LanguageLinksProps {
  /** The page to come back to. */
  next: string
  className: string
}

/** To every other language, in its own words; plain links, so that they work before any script has arrived. */
export const LanguageLinks = ({ next, className }: LanguageLinksProps) =>
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
        {name}
      </a>
    ))
