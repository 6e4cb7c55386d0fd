import { useSearchParams } from 'wouter'
import { EngineList } from '#client/features/catalog/engine-list.tsx'
import { PackageList } from '#client/features/catalog/package-list.tsx'
import { ProductList } from '#client/features/catalog/product-list.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Page } from '#client/ui/page.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

type TabId = 'packages' | 'products' | 'engines'

/** Packages, products with stock, and engines' oil capacities. */
export default function Products() {
  const [query, setQuery] = useSearchParams()
  const tab = query.get('tab')
  const value: TabId = tab === 'products' || tab === 'engines' ? tab : 'packages'
  return (
    <Page
      wide
      title={t('Product Management')}
      lede={t('What you sell, what is in stock, and how much oil engines take.')}
      back={{ href: paths.home, label: t('Dashboard') }}
      actions={<LinkButton href={officePaths.promotions}>{t('Promotion codes')}</LinkButton>}
    >
      <Tabs<TabId>
        label={t('Product Management')}
        value={value}
        // Search, order and filter belong to one tab.
        onChange={(id) => setQuery(id === 'packages' ? {} : { tab: id }, { replace: true })}
        tabs={[
          { id: 'packages', label: t('Service Packages'), content: <PackageList /> },
          {
            id: 'products',
            label: t('Products & Add-ons'),
            content: <ProductList key="products" />,
          },
          { id: 'engines', label: t('Engines'), content: <EngineList key="engines" /> },
        ]}
      />
    </Page>
  )
}
