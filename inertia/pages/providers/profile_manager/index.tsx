import { Head, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import { ListTabs } from '~/kit/list/list_tabs'
import type { BulkAction, Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { useListQuery } from '~/kit/list/use_list_query'
import { PageHead } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor, withQuery } from '~/urls'
import { DuplicateDialog } from '../profiles/duplicate_dialog'
import { type Conflict, Conflicts } from './conflicts'
import { PriorityDialog } from './priority_dialog'
import { type Group, Unmatched } from './unmatched'

type Row = { id: number; name: string; active: boolean }

type Props = {
  profiles: ListOf<Row>
  categories: { id: number; name: string }[]
  part: 'list' | 'conflicts' | 'unmatched'
  conflicts: Conflict[]
  unmatched: Group[]
  canManage: boolean
}

const tabs = {
  name: 'tab',
  options: [
    { value: 'all', label: 'Todos' },
    { value: 'global', label: 'De todo el grupo' },
    { value: 'inactive', label: 'Inactivos' },
    { value: 'conflicts', label: 'Conflictos' },
    { value: 'unmatched', label: 'Sin clasificar' },
  ],
}

const cells: Cells<Row> = {
  active: (row) => (
    <StatusBadge tone={row.active ? 'green' : 'grey'} label={row.active ? 'Activo' : 'Inactivo'} />
  ),
}

const noLists: ReadonlySet<string> = new Set()
const idsOf = (rows: Row[]) => rows.map(({ id }) => id)

export default function ProfileManager(props: Props) {
  const [ranked, setRanked] = useState<Row[] | null>(null)
  const [copied, setCopied] = useState<Row | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const dialogs = (
    <>
      {ranked ? <PriorityDialog ids={idsOf(ranked)} onClose={() => setRanked(null)} /> : null}
      {copied ? <DuplicateDialog profile={copied} onClose={() => setCopied(null)} /> : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
  const create = props.canManage ? (
    <Button component={Link} href={urlFor('profile-manager.create')}>
      Nuevo perfil global
    </Button>
  ) : null
  const menu = menuOf(props.canManage, () => setConfirmation(reclassify))
  if (props.part !== 'list')
    return (
      <>
        <Head title="Perfiles de gastos" />
        <PageHead title="Perfiles de gastos" actions={create} menu={menu} />
        <OtherParts {...props} />
        {dialogs}
      </>
    )
  const rowActions: RowAction<Row>[] = [
    { label: 'Ver', href: (row) => urlFor('providers.profiles.show', { profile: row.id }) },
    { label: 'Editar', href: (row) => urlFor('providers.profiles.edit', { profile: row.id }) },
    { label: 'Duplicar', onSelect: setCopied },
  ]
  const bulkActions: BulkAction<Row>[] = [
    { label: 'Activar', confirm: (rows) => switchMany(rows, true) },
    { label: 'Desactivar', confirm: (rows) => switchMany(rows, false) },
    { label: 'Cambiar prioridad', onSelect: setRanked },
  ]
  return (
    <ListPage
      title="Perfiles de gastos"
      list={props.profiles}
      cells={cells}
      storageKey="expense_profiles"
      tabs={tabs}
      filters={filtersOf(props.categories)}
      searchLabel="Buscar por nombre"
      rowHref={(row) => urlFor('providers.profiles.show', { profile: row.id })}
      rowActions={rowActions}
      bulkActions={bulkActions}
      nouns={{ one: 'perfil', many: 'perfiles' }}
      empty={{ text: 'Aún no hay perfiles. Cree uno o vea en «Sin clasificar» qué conceptos lo piden.' }}
      isExportable
      actions={create}
      menu={menu}
    >
      {dialogs}
    </ListPage>
  )
}

const filtersOf = (categories: Props['categories']): Filter[] => [
  {
    name: 'category_id',
    label: 'Categoría',
    kind: 'select',
    options: categories.map(({ id, name }) => ({ value: String(id), label: name })),
  },
  { name: 'provider_id', label: 'Proveedor', kind: 'picker', url: urlFor('providers.options') },
]

function OtherParts({ part, conflicts, unmatched, canManage }: Props) {
  const query = useListQuery(noLists)
  return (
    <>
      <ListTabs tabs={tabs} counters={{}} query={query} />
      {part === 'conflicts' ? (
        <Conflicts rows={conflicts} />
      ) : (
        <Unmatched groups={unmatched} canManage={canManage} />
      )}
    </>
  )
}

function menuOf(canManage: boolean, onReclassify: () => void) {
  const download = (format: string) =>
    window.location.assign(withQuery(urlFor('profile-manager.export'), { format }))
  return [
    { label: 'Exportar con palabras (Excel)', onSelect: () => download('xlsx') },
    { label: 'Exportar con palabras (JSON)', onSelect: () => download('json') },
    ...(canManage
      ? [
          { label: 'Importar', href: urlFor('profile-manager.imports.create') },
          { label: 'Reclasificar histórico', onSelect: onReclassify },
        ]
      : []),
  ]
}

const reclassify: Confirmation = {
  title: 'Reclasificar histórico',
  question:
    'Las líneas de las facturas que aún se revisan se clasificarán con los perfiles de ahora. Lo que eligió una persona y lo ya enviado, aprobado o contabilizado se queda como está.',
  submitLabel: 'Reclasificar',
  url: urlFor('profile-manager.reclassify'),
}

const switchMany = (rows: Row[], active: boolean): Confirmation => ({
  title: active ? 'Activar perfiles' : 'Desactivar perfiles',
  question: active
    ? rows.length === 1
      ? '1 perfil volverá a clasificar líneas.'
      : `${rows.length} perfiles volverán a clasificar líneas.`
    : `${rows.length === 1 ? '1 perfil dejará' : `${rows.length} perfiles dejarán`} de clasificar líneas. Las que ya tienen se quedan como están.`,
  submitLabel: active ? 'Activar' : 'Desactivar',
  url: urlFor('profile-manager.change'),
  values: { ids: idsOf(rows), active },
})
