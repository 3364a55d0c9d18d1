import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { type FiguresBySite, type SiteRow, siteCells } from './site_cells'
import { activateSite, archiveSite, reactivateSite } from './site_confirmations'
import type { Choice } from './site_page'

const CreateDialog = lazy(async () => ({ default: (await import('./create_dialog')).CreateDialog }))

type Props = {
  sites: ListOf<SiteRow>
  isFirst: boolean
  figures?: FiguresBySite
  kinds: Choice[]
  territories: Choice[]
  states: Choice[]
  currencies: Choice[]
}

const rowActions: RowAction<SiteRow>[] = [
  { label: 'Editar', href: (row) => urlFor('sites.edit', { id: row.id }) },
  { label: 'Informe', href: (row) => urlFor('sites.report', { id: row.id }) },
  { label: 'Cuentas', href: (row) => urlFor('accounts', null, { site_ids: [row.id] }) },
  { label: 'Empleados', href: (row) => urlFor('employees', null, { site_ids: [row.id] }) },
  { label: 'Facturas', href: (row) => urlFor('invoices', null, { site_ids: [row.id] }) },
  { label: 'Activar', transition: 'activate', confirm: activateSite },
  { label: 'Archivar', transition: 'archive', isDangerous: true, confirm: archiveSite },
  { label: 'Reactivar', transition: 'reactivate', confirm: reactivateSite },
]

export default function SitesIndex({ sites, isFirst, figures, ...choices }: Props) {
  const [isCreating, setIsCreating] = useState(false)
  const create = <Button onClick={() => setIsCreating(true)}>Crear empresa</Button>
  return (
    <ListPage
      title="Empresas"
      list={sites}
      cells={siteCells(figures)}
      storageKey="sites"
      filters={filtersOf(choices)}
      searchLabel="Buscar por código, nombre o NIF"
      rowHref={(row) => urlFor('sites.edit', { id: row.id })}
      rowActions={rowActions}
      empty={isFirst ? { text: 'No hay empresas. Cree la primera para empezar.', action: create } : undefined}
      isExportable
      actions={create}
    >
      <Suspense>
        {isCreating ? (
          <CreateDialog
            kinds={choices.kinds}
            territories={choices.territories}
            currencies={choices.currencies}
            onClose={() => setIsCreating(false)}
          />
        ) : null}
      </Suspense>
    </ListPage>
  )
}

function filtersOf({ states, territories }: Pick<Props, 'states' | 'territories'>): Filter[] {
  return [
    { name: 'status', label: 'Estado', kind: 'multi', options: states },
    { name: 'territory', label: 'Territorio', kind: 'multi', options: territories },
    {
      name: 'group',
      label: 'Grupo',
      kind: 'select',
      options: [
        { value: 'yes', label: 'Del grupo' },
        { value: 'no', label: 'Fuera del grupo' },
      ],
    },
  ]
}
