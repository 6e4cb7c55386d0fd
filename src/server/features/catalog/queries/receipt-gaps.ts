import { queryRows } from '#server/database/database.ts'
import { productGaps, type ReceiptGap, receiptRules } from '#shared/rules/receipt-rules.ts'

/** Facts that receipts in a state would lack now: details of oils in packages on sale, and the registration number. */
export async function receiptGaps(
  state: string,
  registrationNumber: string,
): Promise<ReceiptGap[]> {
  const { facts } = receiptRules(state)
  return [
    ...(facts.includes('registration') && registrationNumber === ''
      ? [{ kind: 'registration' as const }]
      : []),
    ...(facts.includes('oil') ? [...(await oilsWithGaps()), ...(await packagesWithoutOil())] : []),
  ]
}

type Oil = { id: string; name: string; brand: string; viscosity: string; serviceCategory: string }

async function oilsWithGaps(): Promise<ReceiptGap[]> {
  const oils = await queryRows<Oil>(
    {
      name: 'oils-on-offer',
      text: `select p.id, p.name, p.brand, p.viscosity, p.service_category from products p
        where p.category = 'oil' and exists (select from package_products u
          join service_packages s on s.id = u.package_id and s.is_active where u.product_id = p.id)
        order by p.name, p.id`,
    },
    [],
  )
  return oils.flatMap(({ id, name, ...oil }): ReceiptGap[] => {
    const missing = productGaps.filter((fact) => oil[fact] === '')
    return missing.length > 0 ? [{ kind: 'product', id, name, missing }] : []
  })
}

const packagesWithoutOil = () =>
  queryRows<ReceiptGap>(
    {
      name: 'packages-without-oil',
      text: `select 'package' as kind, s.id, s.name from service_packages s
        where s.is_active and s.service_type = 'oil_change' and not exists (
          select from package_products u join products p on p.id = u.product_id
          where u.package_id = s.id and p.category = 'oil')
        order by s.position, s.name`,
    },
    [],
  )
