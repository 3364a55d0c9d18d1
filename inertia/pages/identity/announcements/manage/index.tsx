import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { countText, Instant } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, Filter, ListOf, RowAction } from '~/kit/list_types'
import { AnnouncementType } from '~/layouts/announcement_type_badge'
import { announcementTypeOptions } from '~/layouts/announcement_types'
import { urlFor } from '~/urls'
import { AnnouncementStatus, announcementStatusOptions } from '../announcement_status'

type Row = {
  id: number
  title: string
  type: string
  status: string
  starts_at: string
  ends_at: string | null
  audience: string
  read_count: number
  audience_count: number
  lock_version: number
  actions: string[]
}

type Props = {
  announcements: ListOf<Row>
  filters: { q: string; type: string | null; status: string | null }
}

const columns: Column<Row>[] = [
  { key: 'title', header: 'Título', sortable: true, cell: (row) => row.title },
  {
    key: 'type',
    header: 'Tipo',
    cell: (row) => <AnnouncementType type={row.type} />,
  },
  {
    key: 'status',
    header: 'Estado',
    sortable: true,
    cell: (row) => <AnnouncementStatus status={row.status} />,
  },
  { key: 'starts_at', header: 'Desde', sortable: true, cell: (row) => <Instant value={row.starts_at} /> },
  { key: 'ends_at', header: 'Hasta', cell: (row) => <Instant value={row.ends_at} /> },
  { key: 'audience', header: 'Audiencia', cell: (row) => row.audience },
  {
    key: 'read',
    header: 'Leído por',
    numeric: true,
    cell: (row) => `${countText(row.read_count)} / ${countText(row.audience_count)}`,
  },
]

const filters: Filter[] = [
  { name: 'type', label: 'Tipo', kind: 'select', options: announcementTypeOptions },
  { name: 'status', label: 'Estado', kind: 'select', options: announcementStatusOptions },
]

const rowActions: RowAction<Row>[] = [
  { label: 'Editar', href: (row) => urlFor('announcements.edit', { id: row.id }) },
  {
    label: 'Publicar',
    transition: 'publish',
    confirm: (row) => ({
      title: 'Publicar el anuncio',
      question: `«${row.title}» se mostrará a sus destinatarios.`,
      submitLabel: 'Publicar',
      url: urlFor('announcements.publish', { id: row.id }),
    }),
  },
  {
    label: 'Retirar',
    transition: 'withdraw',
    confirm: (row) => ({
      title: 'Retirar el anuncio',
      question: `«${row.title}» dejará de mostrarse.`,
      submitLabel: 'Retirar',
      isDangerous: true,
      method: 'delete',
      url: urlFor('announcements.withdraw', { id: row.id }),
    }),
  },
  {
    label: 'Eliminar',
    transition: 'delete',
    isDangerous: true,
    confirm: (row) => ({
      title: 'Eliminar el borrador',
      question: `Se eliminará «${row.title}».`,
      submitLabel: 'Eliminar',
      isDangerous: true,
      method: 'delete',
      url: urlFor('announcements.destroy', { id: row.id }),
    }),
  },
]

export default function AnnouncementsManage({ announcements }: Props) {
  return (
    <ListPage
      title="Gestión de anuncios"
      back={urlFor('announcements.index')}
      list={announcements}
      columns={columns}
      storageKey="announcements"
      filters={filters}
      searchLabel="Buscar por título"
      rowHref={(row) => urlFor('announcements.edit', { id: row.id })}
      rowActions={rowActions}
      empty={{ text: 'No hay anuncios.' }}
      actions={
        <Button component={Link} href={urlFor('announcements.create')}>
          Nuevo anuncio
        </Button>
      }
    />
  )
}
