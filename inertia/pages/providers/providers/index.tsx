import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf, RowAction } from '~/kit/list/list_types'
import { urlFor, withQuery } from '~/urls'
import { providerCells } from './provider_cells'
import { blockProvider, toggleProvider, unblockProvider, validateProvider } from './provider_confirmations'
import { type Category, categoryOptions, providerKinds } from './provider_options'
import type { ProviderRow } from './provider_row'

const CategoryDialog = lazy(async () => ({ default: (await import('./category_dialog')).CategoryDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('./merge_dialog')).MergeDialog }))
const CreateDialog = lazy(async () => ({ default: (await import('./create_dialog')).CreateDialog }))

type Props = {
  providers: ListOf<ProviderRow>
  categories: Category[]
  sites: { id: number; name: string }[]
  canCategorise: boolean
  canMerge: boolean
}

const tabs = {
  name: 'tab',
  options: [
    { value: 'active', label: 'Activos' },
    { value: 'inactive', label: 'Inactivos' },
    { value: 'draft', label: 'Por revisar' },
    { value: 'blocked', label: 'Bloqueados' },
  ],
}

const bankStates = [
  { value: 'verified', label: 'Verificado' },
  { value: 'unverified', label: 'Sin verificar' },
  { value: 'rejected', label: 'Rechazado' },
  { value: 'none', label: 'Sin cuenta' },
]

const contractStates = [
  { value: 'active', label: 'Con contrato en vigor' },
  { value: 'none', label: 'Sin contrato' },
]

const reserveStates = [{ value: 'with', label: 'Con fondo de reserva' }]

const rowActions: RowAction<ProviderRow>[] = [
  { label: 'Editar', href: (row) => urlFor('providers.edit', { id: row.id }) },
  { label: 'Ver facturas', href: (row) => withQuery(urlFor('invoices'), { provider_id: row.id }) },
  {
    label: 'Extracto',
    href: (row) => withQuery(urlFor('providers.edit', { id: row.id }), { tab: 'ledger' }),
  },
  { label: 'Validar', transition: 'validate', confirm: validateProvider },
  { label: 'Bloquear', transition: 'block', isDangerous: true, confirm: blockProvider },
  { label: 'Desbloquear', transition: 'unblock', confirm: unblockProvider },
]

export default function ProvidersIndex({ providers, categories, sites, canCategorise, canMerge }: Props) {
  const [isCategorising, setIsCategorising] = useState(false)
  const [isMerging, setIsMerging] = useState(false)
  const [isCreating, setIsCreating] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <ListPage
      title="Proveedores"
      list={providers}
      cells={providerCells((row) => setConfirmation(toggleProvider(row)))}
      storageKey="providers"
      tabs={tabs}
      filters={[
        { name: 'category_id', label: 'Categoría', kind: 'select', options: categoryOptions(categories) },
        { name: 'kind', label: 'Tipo', kind: 'multi', options: providerKinds },
        {
          name: 'site_id',
          label: 'Con facturas de',
          kind: 'select',
          options: sites.map(({ id, name }) => ({ value: String(id), label: name })),
        },
        { name: 'bank', label: 'Banco', kind: 'select', options: bankStates },
        { name: 'contract', label: 'Contrato', kind: 'select', options: contractStates },
        { name: 'reserve', label: 'Fondo de reserva', kind: 'select', options: reserveStates },
      ]}
      searchLabel="Buscar por nombre, NIF, código o IBAN"
      rowHref={(row) => urlFor('providers.edit', { id: row.id })}
      rowActions={rowActions}
      isExportable
      empty={{ text: 'Aún no hay proveedores aquí. Cree el primero o impórtelos desde un XLSX.' }}
      menu={[
        { label: 'Importar', href: urlFor('providers.imports.create') },
        ...(canMerge ? [{ label: 'Fusionar', onSelect: () => setIsMerging(true) }] : []),
        { label: 'Categorías', onSelect: () => setIsCategorising(true) },
      ]}
      actions={<Button onClick={() => setIsCreating(true)}>Nuevo proveedor</Button>}
    >
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      <Suspense>
        {isCategorising ? (
          <CategoryDialog canWrite={canCategorise} onClose={() => setIsCategorising(false)} />
        ) : null}
        {isMerging ? <MergeDialog source={null} onClose={() => setIsMerging(false)} /> : null}
        {isCreating ? <CreateDialog categories={categories} onClose={() => setIsCreating(false)} /> : null}
      </Suspense>
    </ListPage>
  )
}
