import { Card } from '#client/ui/card.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { offeredLanguages } from '#shared/texts/languages.ts'
import { currentLanguage, t } from '#shared/texts/t.ts'

/** In which language we write and speak to them, each called as it calls itself. */
export const LanguageCard = () => (
  <Card title={t('Language')}>
    <p className="text-soft">{t('For these pages, and for all that we send you.')}</p>
    <div className="mt-4 flex flex-wrap gap-3">
      {offeredLanguages.map(({ code, name }) => (
        <LinkButton
          key={code}
          href={paths.chooseLanguage(code, paths.profile)}
          lang={code}
          aria-current={code === currentLanguage() ? 'true' : undefined}
        >
          {name}
        </LinkButton>
      ))}
    </div>
  </Card>
)
