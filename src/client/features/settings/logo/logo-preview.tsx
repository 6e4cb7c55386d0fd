import { LogoPicture } from '#client/brand/brand.tsx'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { isWideLogo, logoUrl } from '#shared/rules/logo.ts'
import { t } from '#shared/texts/t.ts'

type Logo = NonNullable<PublicConfig['logo']>

export function LogoPreview({ logo, brandName }: { logo: Logo; brandName: string }) {
  return (
    <div className="space-y-3">
      <Bar theme="light" label={t('In the light theme')} {...{ logo, brandName }} />
      <Bar theme="dark" label={t('In the dark theme')} {...{ logo, brandName }} />
      <div className="flex items-center gap-3">
        <img
          src={logoUrl(logo, 'icon-192')}
          alt=""
          className="size-14 rounded-card border border-line"
        />
        <p className="text-sm text-soft">{t('On a home screen and in a browser tab.')}</p>
      </div>
    </div>
  )
}

const themes = {
  light: { bar: 'bg-[#faf8f5] text-[#14181f]', ground: { light: '', dark: 'bg-[#14181f]' } },
  dark: { bar: 'bg-[#12151a] text-[#f3f0ea]', ground: { light: 'bg-[#ffffff]', dark: '' } },
}

interface BarProps {
  theme: 'light' | 'dark'
  label: string
  logo: Logo
  brandName: string
}

function Bar({ theme, label, logo, brandName }: BarProps) {
  const { bar, ground } = themes[theme]
  const own = logo.ground === 'any' ? '' : ground[logo.ground]
  return (
    <figure>
      <figcaption className="text-sm text-soft">{label}</figcaption>
      <div
        className={`mt-1 flex min-h-14 items-center gap-2.5 overflow-hidden rounded-control border border-line px-4 ${bar}`}
      >
        {/* The background matches the bar shown, whatever this page's theme. */}
        <LogoPicture
          business={{ logo: { ...logo, ground: 'any' }, brandName }}
          className={own && `${own} rounded-chip px-2 py-1`}
        />
        {!isWideLogo(logo) && (
          <span aria-hidden="true" className="truncate text-lg font-semibold">
            {brandName}
          </span>
        )}
      </div>
    </figure>
  )
}
