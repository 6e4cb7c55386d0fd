import type { ReactNode } from 'react'
import { Card } from '#client/ui/card.tsx'

interface PlaceCardProps {
  title: string
  text: string
  /** The ways there. */
  children: ReactNode
}

/** A page that is reached from here, with what it is for. */
export function PlaceCard({ title, text, children }: PlaceCardProps) {
  return (
    <Card title={title}>
      {text && <p className="mb-4 text-soft">{text}</p>}
      {children}
    </Card>
  )
}
