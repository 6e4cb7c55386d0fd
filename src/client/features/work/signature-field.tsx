import { useEffect, useEffectEvent, useRef } from 'react'
import SignaturePad from 'signature_pad'
import { QuietButton } from '#client/ui/button.tsx'
import type { AnswerForm } from '#shared/contract/estimates.ts'
import { maxPointsOfStroke, maxStrokes } from '#shared/rules/approvals.ts'
import { t } from '#shared/texts/t.ts'

export type Drawn = NonNullable<AnswerForm['signature']>
type Size = { width: number; height: number }

/** A canvas to sign on with finger, pen or mouse. It keeps the strokes when its size changes. */
export function SignatureField({ onChange }: { onChange: (signature: Drawn) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const report = () => {
    if (!canvas.current || !pad.current) return
    const strokes = pad.current
      .toData()
      .slice(0, maxStrokes)
      .map(({ points }) =>
        points
          .slice(0, maxPointsOfStroke)
          .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })),
      )
    onChange({ width: canvas.current.clientWidth, height: canvas.current.clientHeight, strokes })
  }
  const changed = useEffectEvent(report)
  useEffect(() => {
    if (!canvas.current) return
    const { current: element } = canvas
    const penColor = getComputedStyle(element).color
    const drawn = new SignaturePad(element, { penColor, minWidth: 1, maxWidth: 2.8 })
    pad.current = drawn
    drawn.addEventListener('endStroke', changed)
    let first: Size | undefined
    let scale = 1
    const fit = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width === 0) return
      first ??= { width, height }
      const next = Math.min(width / first.width, height / first.height)
      resize(drawn, element, next / scale)
      scale = next
      if (!drawn.isEmpty()) changed()
    }
    const sizes = new ResizeObserver(fit)
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      drawn.off()
    }
  }, [])
  const change = (how: (drawn: SignaturePad) => void) => {
    if (pad.current) how(pad.current)
    report()
  }
  return (
    <div>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('Sign here')}
        className="block h-44 w-full rounded-control border border-edge bg-card text-ink short:h-32"
      />
      <p className="flex justify-end gap-1 pt-1">
        <QuietButton onClick={() => change((drawn) => drawn.fromData(drawn.toData().slice(0, -1)))}>
          {t('Undo')}
        </QuietButton>
        <QuietButton onClick={() => change((drawn) => drawn.clear())}>{t('Clear')}</QuietButton>
      </p>
    </div>
  )
}

/** Sharp at the screen's density; the strokes are scaled along. */
function resize(drawn: SignaturePad, canvas: HTMLCanvasElement, by: number): void {
  const density = Math.max(devicePixelRatio, 1)
  const strokes = drawn.toData()
  canvas.width = Math.round(canvas.clientWidth * density)
  canvas.height = Math.round(canvas.clientHeight * density)
  canvas.getContext('2d')?.scale(density, density)
  drawn.fromData(
    strokes.map((stroke) => ({
      ...stroke,
      points: stroke.points.map((point) => ({ ...point, x: point.x * by, y: point.y * by })),
    })),
  )
}
