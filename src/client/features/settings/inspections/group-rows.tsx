import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button, IconButton, SmallButton } from '#client/ui/button.tsx'
import { Field, FieldError } from '#client/ui/field.tsx'
import { Select, optionsOf } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { InspectionTemplateForm } from '#shared/contract/inspections.ts'
import {
  type ItemKind,
  itemKindLabels,
  itemKindNames,
  limitsOf,
  maxGroups,
  maxItemsOfGroup,
  measureOf,
} from '#shared/rules/inspections.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

type Group = InspectionTemplateForm['groups'][number]
type Item = Group['items'][number]
type Message = { message?: string } | undefined
type ItemErrors = Partial<Record<keyof Item, Message>> | undefined
export type GroupErrors = readonly (
  | { title?: Message; items?: readonly ItemErrors[] & Message }
  | undefined
)[] &
  Message

const newItem = (): Item => ({ label: '', kind: 'check', watchAt: null, failAt: null })
export const newGroup = (): Group => ({ title: '', items: [newItem()] })

const replaced = <T,>(list: readonly T[], at: number, one: T): T[] =>
  list.map((other, n) => (n === at ? one : other))
const without = <T,>(list: readonly T[], at: number): T[] => list.filter((_, n) => n !== at)
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

interface GroupRowsProps {
  groups: readonly Group[]
  onChange: (groups: Group[]) => void
  errors: GroupErrors
  /** Presses of the submit button; the first wrong field gets the focus. */
  tries: number
}

/** Groups and their items, in the order technicians work through them. */
export function GroupRows({ groups, onChange, errors, tries }: GroupRowsProps) {
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tries > 0) rows.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [tries])
  const general = errors.message
  return (
    <div ref={rows} className="space-y-4">
      {groups.map((group, at) => (
        <GroupFields
          key={group.id ?? at}
          group={group}
          number={at + 1}
          errors={errors[at]}
          onChange={(changed) => onChange(replaced(groups, at, changed))}
          tools={
            <Tools
              name={group.title || t('Group {number}', { number: at + 1 })}
              at={at}
              count={groups.length}
              onMove={(to) => onChange(moved(groups, at, to))}
              onRemove={() => onChange(without(groups, at))}
            />
          }
        />
      ))}
      {general && <FieldError id="groups-error">{translate(general)}</FieldError>}
      <Button
        icon={<Plus />}
        disabledReason={
          groups.length >= maxGroups && t('At most {count} groups', { count: maxGroups })
        }
        onClick={() => onChange([...groups, newGroup()])}
      >
        {t('Add a group')}
      </Button>
    </div>
  )
}

interface ToolsProps {
  name: string
  at: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

function Tools({ name, at, count, onMove, onRemove }: ToolsProps) {
  return (
    <span className="flex flex-none">
      <IconButton
        size="small"
        icon={<ArrowUp />}
        label={t('Move up: {question}', { question: name })}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      />
      <IconButton
        size="small"
        icon={<ArrowDown />}
        label={t('Move down: {question}', { question: name })}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      />
      <IconButton
        size="small"
        icon={<Trash2 className="size-4.5" />}
        label={t('Remove {name}', { name })}
        disabled={count === 1}
        onClick={onRemove}
      />
    </span>
  )
}

interface GroupFieldsProps {
  group: Group
  number: number
  errors: GroupErrors[number]
  onChange: (group: Group) => void
  tools: ReactNode
}

function GroupFields({ group, number, errors, onChange, tools }: GroupFieldsProps) {
  const items = group.items
  const change = (next: Item[]) => onChange({ ...group, items: next })
  const general = errors?.items?.message
  return (
    <fieldset className="rounded-card border border-line p-3 sm:p-4">
      <legend className="px-1 font-semibold">{t('Group {number}', { number })}</legend>
      <div className="flex items-end gap-2">
        <Field label={t('Title')} error={messageOf(errors?.title)} className="min-w-0 flex-1">
          <TextInput
            value={group.title}
            maxLength={60}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...group, title: target.value })}
          />
        </Field>
        {tools}
      </div>
      <ol className="mt-3 divide-y divide-line">
        {items.map((item, at) => (
          <li key={item.id ?? at} className="py-3">
            <ItemRow
              item={item}
              errors={errors?.items?.[at]}
              onChange={(changed) => change(replaced(items, at, changed))}
              tools={
                <Tools
                  name={item.label || t('Item {number}', { number: at + 1 })}
                  at={at}
                  count={items.length}
                  onMove={(to) => change(moved(items, at, to))}
                  onRemove={() => change(without(items, at))}
                />
              }
            />
          </li>
        ))}
      </ol>
      {general && <FieldError id={`items-${number}`}>{translate(general)}</FieldError>}
      <SmallButton
        icon={<Plus className="size-4" />}
        disabledReason={
          items.length >= maxItemsOfGroup &&
          t('At most {count} items in a group', { count: maxItemsOfGroup })
        }
        onClick={() => change([...items, newItem()])}
      >
        {t('Add an item')}
      </SmallButton>
    </fieldset>
  )
}

const messageOf = (error: Message) => error?.message && translate(error.message)

interface ItemRowProps {
  item: Item
  errors: ItemErrors
  onChange: (item: Item) => void
  tools: ReactNode
}

function ItemRow({ item, errors, onChange, tools }: ItemRowProps) {
  const id = useId()
  const how = measureOf(item.kind)
  return (
    <div className="space-y-3">
      <div className="flex items-end gap-2">
        <Field
          label={t('What is checked')}
          error={messageOf(errors?.label)}
          className="min-w-0 flex-1"
        >
          <TextInput
            value={item.label}
            maxLength={80}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...item, label: target.value })}
          />
        </Field>
        {tools}
      </div>
      <details>
        <summary id={id} className="cursor-pointer py-1 text-sm text-soft">
          {[translate(itemKindLabels[item.kind]), how?.unit].filter(Boolean).join(', ')}
        </summary>
        <div className="space-y-3 pt-2">
          <Field label={t('How it is checked')}>
            <Select
              value={item.kind}
              onChange={({ target }) =>
                // Limits of the previous unit don't apply to another one.
                onChange({ ...item, kind: target.value as ItemKind, watchAt: null, failAt: null })
              }
              options={optionsOf(itemKindNames, (kind) => itemKindLabels[kind])}
            />
          </Field>
          {how && <Limits item={item} unit={how.unit} errors={errors} onChange={onChange} />}
          <Advice
            label={t('Meaning for the customer if to watch')}
            value={item.watchAdvice}
            onChange={(watchAdvice) => onChange({ ...item, watchAdvice })}
          />
          <Advice
            label={t('Meaning for the customer if it needs work')}
            value={item.failAdvice}
            onChange={(failAdvice) => onChange({ ...item, failAdvice })}
          />
        </div>
      </details>
    </div>
  )
}

function Limits(props: {
  item: Item
  unit: string
  errors: ItemErrors
  onChange: (item: Item) => void
}) {
  const { item, unit, errors, onChange } = props
  const usual = limitsOf({ kind: item.kind, watchAt: null, failAt: null })
  const limit = (field: 'watchAt' | 'failAt', label: string) => (
    <Field label={label} error={messageOf(errors?.[field])} optional>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        after={unit}
        defaultValue={item[field] ?? ''}
        placeholder={usual[field] === undefined ? '' : formatNumber(usual[field], 1)}
        onChange={({ target: { value } }) => {
          const typed = value.trim().replace(',', '.')
          const number = Number(typed)
          onChange({ ...item, [field]: typed === '' || Number.isNaN(number) ? null : number })
        }}
      />
    </Field>
  )
  return (
    <div className="grid grid-cols-1 gap-3 min-[24rem]:grid-cols-2">
      {limit('watchAt', t('To watch, at or below'))}
      {limit('failAt', t('Needs work, at or below'))}
    </div>
  )
}

function Advice(props: {
  label: string
  value: string | undefined
  onChange: (text: string) => void
}) {
  return (
    <Field label={props.label} optional>
      <TextArea
        rows={2}
        maxLength={300}
        value={props.value ?? ''}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </Field>
  )
}
