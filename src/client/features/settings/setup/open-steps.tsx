import { TextLink } from '#client/ui/button.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { type SetupStep, setupSteps } from '#shared/rules/setup.ts'
import { translate } from '#shared/texts/t.ts'

/** Open setup steps of a new business, each with a link. */
export function OpenSteps({ steps }: { steps: readonly SetupStep[] }) {
  return (
    <ul className="divide-y divide-line">
      {setupSteps
        .filter(({ step }) => steps.includes(step))
        .map(({ step, title, missing }) => (
          <li key={step} className="py-1.5">
            <TextLink href={officePaths.setupStep(step)}>{translate(title)}</TextLink>
            <span className="block text-sm text-soft">{translate(missing)}</span>
          </li>
        ))}
    </ul>
  )
}
