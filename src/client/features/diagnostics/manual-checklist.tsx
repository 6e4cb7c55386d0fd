import { useStoredState } from '#client/app/use-stored-state.ts'
import { Dipstick } from '#client/brand/dipstick.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { t, text, translate } from '#shared/texts/t.ts'

const steps = [
  text('A mailed sign-in code arrives and works.'),
  text('A visit booked on a phone appears on the office schedule.'),
  text('An amount is held on a card, and the visit shows it.'),
  text(
    'The technician starts the visit and ticks the checklist, with the network switched off too.',
  ),
  text('A message from the customer reaches the technician, and the answer comes back.'),
  text('A completed visit is charged, and its receipt is mailed.'),
  text('The office refunds a part, and the customer reads why.'),
  text('The app is installed on a phone and opens from its home screen.'),
]

/** Manual checks to tick off; they don't count as tests. */
export function ManualChecklist() {
  const [ticked, setTicked] = useStoredState<readonly number[]>('manual-checklist', [])
  const tick = (step: number, isDone: boolean) =>
    setTicked(isDone ? [...ticked, step] : ticked.filter((one) => one !== step))
  const done = ticked.length
  return (
    <Card
      title={t('Manual checklist')}
      action={
        done > 0 && <SmallButton onClick={() => setTicked(null)}>{t('Start over')}</SmallButton>
      }
    >
      <p className="mb-3 text-sm text-soft">
        {t('For what only a person can see. Ticks stay in this tab.')}
      </p>
      <Dipstick
        label={t('Manual checklist')}
        value={done}
        max={steps.length}
        valueText={t('{done} of {total} done', {
          done: String(done),
          total: String(steps.length),
        })}
        showValue
        className="mb-3"
      />
      {steps.map((step, at) => (
        <Checkbox
          key={step}
          row
          label={translate(step)}
          checked={ticked.includes(at)}
          onChange={(event) => tick(at, event.target.checked)}
        />
      ))}
    </Card>
  )
}
