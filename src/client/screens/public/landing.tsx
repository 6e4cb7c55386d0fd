import { useEffect } from 'react'
import { LandingPage } from './landing-page.tsx'
import { showLiveParts } from './live-parts.ts'
import { usePublicBusiness } from './public-business.ts'

/** The landing page for somebody whose session ended while the app was open. */
export default function Landing() {
  const business = usePublicBusiness()
  useEffect(showLiveParts, [])
  return <LandingPage business={business} />
}
