import { queryRows } from '#server/database/database.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { type ProductCategory, usedCategories } from '#shared/rules/catalog.ts'
import { phrase } from '#shared/texts/t.ts'

type Product = {
  name: string
  category: ProductCategory
  isKnown: boolean
  isOfPackage: boolean
}

// The lock makes a deletion wait until the choice is saved, and then see it.
const products = {
  name: 'products-used',
  text: `select p.name, p.category,
      p.is_active or p.id = any(j.used_products) or exists (select from package_products u
        where u.package_id = j.service_package_id and u.product_id = p.id) as is_known,
      exists (select from package_products u join products planned on planned.id = u.product_id
        where u.package_id = j.service_package_id and planned.category = p.category) as is_of_package
    from jobs j, products p where j.id = $2::uuid and p.id = any($1::uuid[])
    order by p.category desc, p.name, p.id for key share of p`,
}

/**
 * The names of products used on a visit, oil first. Throws Conflict for one no longer in the catalog, and Invalid unless each is
 * of a category of its own that the visit's package uses.
 */
export async function namesOfUsed(
  jobId: string,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  if (!ids || ids.length === 0) return []
  const found = await queryRows<Product>(products, [ids, jobId])
  if (found.length < new Set(ids).size || found.some(({ isKnown }) => !isKnown))
    throw new Conflict(
      phrase('A product you chose is no longer in the catalog. Please choose another one.'),
      { reason: 'product' },
    )
  const categories = new Set<ProductCategory>(found.map(({ category }) => category))
  const mayReplace = ({ category, isOfPackage }: Product) =>
    isOfPackage && usedCategories.some((one) => one === category)
  if (categories.size < found.length || !found.every(mayReplace))
    throw Invalid.at(
      'usedProducts',
      phrase('Please choose an oil or a filter in place of the planned one.'),
    )
  return found.map(({ name }) => name)
}
