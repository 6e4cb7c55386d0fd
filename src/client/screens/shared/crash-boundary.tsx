import { Component, type ReactNode } from 'react'
import { ScreenMark } from '#client/app/screen-mark.tsx'
import { ErrorState } from '#client/ui/empty-state.tsx'
import { t } from '#shared/texts/t.ts'

export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <>
        <ScreenMark screen="crashed" />
        <ErrorState
          page
          title={t('Something went wrong')}
          text={t('This page stopped working. Reloading usually helps.')}
          onRetry={() => location.reload()}
          retryLabel={t('Reload')}
        />
      </>
    )
  }
}
