import { useEffect } from 'react'
import { LandingPage } from './landing-page.tsx'
import { showNextDays } from './next-days.ts'
import { usePublicBusiness } from './use-public-business.ts'

/** The landing page for somebody whose session ended while the app was open. */
export default function Landing() {
  const business = usePublicBusiness()
  useEffect(() => void showNextDays(), [])
  return <LandingPage business={business} />
}
