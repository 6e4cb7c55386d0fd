import { paths } from '#shared/rules/paths.ts'
import { offeredLanguages } from '#shared/texts/languages.ts'
import { currentLanguage } from '#shared/texts/t.ts'

interface LanguageLinksProps {
  /** The page to return to. */
  next: string
  className: string
  /** Shows the code where a narrow phone has no room for the name. */
  isTight?: boolean
}

/** Plain links to the other languages, so they work before scripts load. */
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
        // It changes a cookie, so crawlers and prefetchers should not follow.
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
