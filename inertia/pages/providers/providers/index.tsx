import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { ListPage } from '~/kit/list_page'
import type { ListOf, RowAction } from '~/kit/list_types'
import { urlFor, withQuery } from '~/urls'
import { providerColumns } from './provider_columns'
import { blockProvider, toggleProvider, unblockProvider, validateProvider } from './provider_confirmations'
import { type Category, categoryOptions } from './provider_options'
import type { ProviderRow } from './provider_row'

const CreateDialog = lazy(async () => ({ default: (await import('./create_dialog')).CreateDialog }))

type Props = { providers: ListOf<ProviderRow>; categories: Category[] }

const tabs = {
  name: 'tab',
  options: [
    { value: 'active', label: 'Activos' },
    { value: 'inactive', label: 'Inactivos' },
    { value: 'draft', label: 'Por revisar' },
    { value: 'blocked', label: 'Bloqueados' },
  ],
}

const rowActions: RowAction<ProviderRow>[] = [
  { label: 'Editar', href: (row) => urlFor('providers.edit', { id: row.id }) },
  { label: 'Ver facturas', href: (row) => withQuery(urlFor('invoices'), { provider_id: row.id }) },
  { label: 'Validar', transition: 'validate', confirm: validateProvider },
  { label: 'Bloquear', transition: 'block', isDangerous: true, confirm: blockProvider },
  { label: 'Desbloquear', transition: 'unblock', confirm: unblockProvider },
]

export default function ProvidersIndex({ providers, categories }: Props) {
  const [isCreating, setIsCreating] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <ListPage
      title="Proveedores"
      list={providers}
      columns={providerColumns((row) => setConfirmation(toggleProvider(row)))}
      storageKey="providers"
      tabs={tabs}
      filters={[
        { name: 'category_id', label: 'Categoría', kind: 'select', options: categoryOptions(categories) },
      ]}
      searchLabel="Buscar por nombre, NIF o código"
      rowHref={(row) => urlFor('providers.edit', { id: row.id })}
      rowActions={rowActions}
      isExportable
      empty={{ text: 'No hay proveedores aquí.' }}
      actions={<Button onClick={() => setIsCreating(true)}>Nuevo proveedor</Button>}
    >
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      <Suspense>
        {isCreating ? <CreateDialog categories={categories} onClose={() => setIsCreating(false)} /> : null}
      </Suspense>
    </ListPage>
  )
}
