import { SendHorizontal } from 'lucide-react'
import type { FormEvent, KeyboardEvent } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { longestMessage, quickReplies } from '#shared/rules/conversation.ts'
import type { Role } from '#shared/rules/roles.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { Messages } from './use-messages.ts'

export function MessageForm({ messages, role }: { messages: Messages; role: Role }) {
  const { draft, setDraft, box, asText } = messages
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    messages.sendDraft({ asText })
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    // During IME composition Enter accepts a suggestion.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <>
      <ul className="flex flex-wrap gap-2" aria-label={t('Quick replies')}>
        {quickReplies(role).map((reply) => (
          <li key={reply}>
            <Button onClick={() => messages.send(translate(reply))}>{translate(reply)}</Button>
          </li>
        ))}
      </ul>
      <form noValidate onSubmit={submit} className="flex items-end gap-2">
        <Field label={t('Message')} hideLabel className="flex-1">
          <TextArea
            ref={box}
            rows={1}
            className="max-h-40! min-h-13! resize-none py-3.5!"
            maxLength={longestMessage}
            placeholder={asText ? t('Write a text message') : t('Write a message')}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={sendOnEnter}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={<SendHorizontal />}
          disabledReason={draft.trim() === '' && t('Write a message first')}
        >
          <span className="max-sm:sr-only">{t('Send')}</span>
        </Button>
      </form>
    </>
  )
}
