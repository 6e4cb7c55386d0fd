import { queryRows, transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import type { Person } from '#shared/rules/roles.ts'

/** Orders the packages; unlisted ones follow in their existing order. */
export async function orderPackages(person: Person, ids: readonly string[]): Promise<void> {
  await transaction(async () => {
    await queryRows(ordering, [ids])
    await happened({ event: 'catalog_changed', by: person.id, data: {} })
  })
}

const ordering = {
  name: 'order-packages',
  text: `with locked as (
      select id, position, base_price_cents, name from service_packages order by id for update
    ), ordered as (
      select id, row_number() over (
        order by array_position($1::uuid[], id) nulls last, position, base_price_cents, name) - 1 as at
      from locked
    )
    update service_packages p set position = o.at from ordered o where o.id = p.id`,
}
