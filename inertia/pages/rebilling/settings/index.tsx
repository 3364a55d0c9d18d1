import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import type { Option } from '~/kit/fields/choice_fields'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { urlFor } from '~/urls'

type Row = { id: number; name: string; actions: string[] }

const TREATMENTS: Option[] = [
  { value: 'invoice', label: 'Factura con IVA' },
  { value: 'suplido', label: 'Suplido' },
  { value: 'debit_note', label: 'Nota de cargo' },
]
const filters: Filter[] = [
  { name: 'site_ids', label: 'Origen', kind: 'sites' },
  { name: 'treatment', label: 'Tratamiento', kind: 'multi', options: TREATMENTS },
  {
    name: 'active',
    label: 'Activa',
    kind: 'select',
    options: [
      { value: 'yes', label: 'Sí' },
      { value: 'no', label: 'No' },
    ],
  },
]

const rowActions: RowAction<Row>[] = [
  { label: 'Editar', href: (row) => urlFor('setting.edit', { id: row.id }) },
  {
    label: 'Activar',
    transition: 'switch_on',
    confirm: (row) => ({
      title: 'Activar la regla',
      question: `«${row.name}» volverá a recoger gastos desde su primera fecha.`,
      submitLabel: 'Activar',
      url: urlFor('setting.activate', { id: row.id }),
    }),
  },
  {
    label: 'Desactivar',
    transition: 'switch_off',
    isDangerous: true,
    confirm: (row) => ({
      title: 'Desactivar la regla',
      question: `«${row.name}» dejará de proponer refacturaciones. Lo ya propuesto sigue su curso.`,
      submitLabel: 'Desactivar',
      isDangerous: true,
      method: 'delete',
      url: urlFor('setting.deactivate', { id: row.id }),
    }),
  },
]

export default function SettingsIndex({ settings }: { settings: ListOf<Row> }) {
  const create = (
    <Button component={Link} href={urlFor('setting.create')}>
      Nueva regla
    </Button>
  )
  return (
    <ListPage
      title="Configuración de refacturación"
      list={settings}
      storageKey="rebilling_settings"
      filters={filters}
      searchLabel="Buscar por nombre"
      rowHref={(row) => urlFor('setting.edit', { id: row.id })}
      rowActions={rowActions}
      nouns={{ one: 'regla', many: 'reglas' }}
      empty={{ text: 'No hay reglas de refacturación.', action: create }}
      isExportable
      menu={[{ label: 'Claves de reparto', href: urlFor('setting.keys') }]}
      actions={create}
    />
  )
}
