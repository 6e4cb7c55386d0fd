import { Mark } from '#client/brand/brand.tsx'
import { Given } from '#client/screens/public/prerender-marks.tsx'
import { placeholders as business } from '#client/screens/public/public-business.ts'
import { PageSkeleton } from '#client/ui/skeleton.tsx'

/** The document before the app's script runs: the shape of a page with the brand. Rendered at build time. */
export function FirstFrame({ named }: { named: boolean }) {
  return (
    <div aria-hidden="true">
      {named && '%?demo%'}
      {named && <div className="h-11 bg-[#14181f]" />}
      {named && '%:demo%%/demo%'}
      <div className="border-b border-line">
        <div className="mx-auto flex min-h-15 max-w-wide items-center gap-2.5 px-4 font-semibold sm:px-6">
          {named && <Named />}
        </div>
      </div>
      <div className="px-4 pt-6 sm:px-6">
        <PageSkeleton />
      </div>
    </div>
  )
}

function Named() {
  const name = <span className="truncate text-lg">{business.brandName}</span>
  return (
    <Given
      business={business}
      fact="logo"
      otherwise={
        <>
          <Mark />
          {name}
        </>
      }
    >
      <img
        src={business.logo}
        // Otherwise React preloads it, even without a logo.
        fetchPriority="low"
        alt=""
        width={business.logoWidth}
        height={business.logoHeight}
        data-logo={business.logoGround}
        className="h-8 w-auto max-w-40 min-w-0 object-contain object-left"
      />
      <Given business={business} fact="wideLogo" otherwise={name}>
        {null}
      </Given>
    </Given>
  )
}
