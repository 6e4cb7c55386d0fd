import type { ReactNode } from 'react'
import { Card } from '#client/ui/card.tsx'

interface LinkCardProps {
  title: string
  text: string
  children: ReactNode
}

export function LinkCard({ title, text, children }: LinkCardProps) {
  return (
    <Card title={title}>
      {text && <p className="mb-4 text-soft">{text}</p>}
      {children}
    </Card>
  )
}
