import { Plus, X } from 'lucide-react'
import { useCall } from '#client/app/queries.ts'
import { IconButton, QuietButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { AdminPackage } from '#shared/contract/catalog.ts'
import { isStocked } from '#shared/rules/catalog.ts'
import type { PackageUse } from '#shared/rules/stock.ts'
import { t } from '#shared/texts/t.ts'

interface PackageUsesProps {
  uses: readonly PackageUse[]
  onChange: (uses: PackageUse[]) => void
  names: AdminPackage['products']
}

export function PackageUses({ uses, onChange, names }: PackageUsesProps) {
  const products = useCall('GET /api/admin/products', { query: { limit: '200' } })
  const offered = [
    ...names.map(({ productId: id, name }) => ({ id, name })),
    ...(products.data ?? []).filter(({ category, isActive }) => isActive && isStocked(category)),
  ].filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at)
  const free = offered.filter(({ id }) => !uses.some(({ productId }) => productId === id))
  const set = (at: number, part: Partial<PackageUse>) =>
    onChange(uses.map((use, i) => (i === at ? { ...use, ...part } : use)))
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{t('Taken from stock')}</legend>
      <p className="text-sm text-soft">{t('When a visit is completed.')}</p>
      <ul className="mt-2 space-y-3">
        {uses.map(({ productId, quantity, perQuart }, at) => {
          const name = offered.find(({ id }) => id === productId)?.name ?? ''
          return (
            <li key={productId} className="rounded-control border border-line p-3">
              <div className="flex items-center gap-2">
                <Select
                  aria-label={t('Product')}
                  className="min-w-0 flex-1"
                  value={productId}
                  onChange={({ target }) => set(at, { productId: target.value })}
                  options={offered
                    .filter(({ id }) => id === productId || free.some((one) => one.id === id))
                    .map(({ id, name: label }) => ({ value: id, label }))}
                />
                <IconButton
                  icon={<X />}
                  label={t('Remove {name}', { name })}
                  onClick={() => onChange(uses.filter((_, i) => i !== at))}
                />
              </div>
              <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="w-20">
                  <TextInput
                    type="number"
                    min={1}
                    max={99}
                    aria-label={t('Pieces of {name}', { name })}
                    value={quantity}
                    onChange={({ target }) => set(at, { quantity: piecesFrom(target.value) })}
                  />
                </span>
                <Checkbox
                  label={t('for each quart of the engine')}
                  checked={perQuart}
                  onChange={({ target }) => set(at, { perQuart: target.checked })}
                />
              </div>
            </li>
          )
        })}
      </ul>
      <QuietButton
        className="-ml-3"
        icon={<Plus />}
        disabledReason={free.length === 0 && t('There is no other product on the shelf.')}
        onClick={() => {
          const [next] = free
          if (next) onChange([...uses, { productId: next.id, quantity: 1, perQuart: false }])
        }}
      >
        {t('Add a product')}
      </QuietButton>
    </fieldset>
  )
}

const piecesFrom = (typed: string) => Math.min(99, Math.max(1, Math.round(Number(typed)) || 1))
