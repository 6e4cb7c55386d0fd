import { useEffect } from 'react'
import { enableZipCheck } from './check-zip.ts'
import { LandingPage } from './landing-page.tsx'
import type { PublicBusiness } from './public-business.ts'
import { showLiveParts } from './live-parts.ts'
import { WithBusiness } from './with-business.tsx'

/** The landing page for somebody whose session ended while the app was open. */
export default function Landing() {
  return <WithBusiness>{(business) => <Live business={business} />}</WithBusiness>
}

function Live({ business }: { business: PublicBusiness }) {
  useEffect(showLiveParts, [])
  useEffect(enableZipCheck, [])
  return <LandingPage business={business} />
}
