import { clsx } from 'clsx'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { isWideLogo, logoUrl } from '#shared/rules/logo.ts'
import { useId } from 'react'

type Named = Pick<PublicConfig, 'brandName' | 'logo'>

interface BrandProps {
  business: Named
  /** For larger headers. */
  large?: boolean
  className?: string
}

/** The business's logo, or our mark, with its name; a wide logo includes the name. */
export function Brand({ business, large, className }: BrandProps) {
  const { logo, brandName } = business
  if (!logo)
    return (
      <>
        <Mark {...(large && { className: 'size-9' })} />
        <span className={className}>{brandName}</span>
      </>
    )
  return (
    <>
      <LogoPicture business={{ logo, brandName }} {...(large && { large })} />
      {!isWideLogo(logo) && (
        <span aria-hidden="true" className={className}>
          {brandName}
        </span>
      )}
    </>
  )
}

interface LogoPictureProps {
  business: { logo: NonNullable<Named['logo']>; brandName: string }
  large?: boolean
  className?: string
}

/** On a background with contrast in both themes. */
export function LogoPicture({ business, large, className }: LogoPictureProps) {
  const { logo, brandName } = business
  return (
    <img
      src={logoUrl(logo, 'bar')}
      alt={brandName}
      width={logo.width}
      height={logo.height}
      data-logo={logo.ground}
      className={clsx(
        'w-auto min-w-0 object-contain object-left',
        large ? 'h-10 max-w-52' : 'h-8 max-w-40',
        className,
      )}
    />
  )
}

/** The business's square icon, as on a home screen. */
export function BrandIcon({
  business,
  className,
}: {
  business: Named | undefined
  className: string
}) {
  if (!business?.logo) return <Mark className={className} />
  return (
    <img
      src={logoUrl(business.logo, 'icon-192')}
      alt=""
      className={clsx('rounded-chip', className)}
    />
  )
}

/** The product's mark: a drop of five quarts, the last one unfilled. */
export function Mark({ className = 'size-7' }: { className?: string }) {
  // Two marks on a page must not share an id, or hiding one empties the other.
  const drop = useId()
  return (
    <svg viewBox="12 5 40 54" className={className} aria-hidden="true">
      <clipPath id={drop}>
        <path d="M32 6c5.8 8.8 18 21.5 18 33.5a18 18 0 0 1-36 0C14 27.5 26.2 14.8 32 6Z" />
      </clipPath>
      <g clipPath={`url(#${drop})`}>
        <path className="fill-ink" d="M13 5h38v14.5H13z" />
        <path
          className="fill-oil"
          d="M13 22h38v6.5H13zM13 31h38v6.5H13zM13 40h38v6.5H13zM13 49h38v10H13z"
        />
      </g>
    </svg>
  )
}
