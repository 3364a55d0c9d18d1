import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { countText } from '~/kit/day'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { AnnouncementType } from '~/layouts/announcement_type_badge'
import { announcementTypeOptions } from '~/layouts/announcement_types'
import { urlFor } from '~/urls'
import { AnnouncementStatus, announcementStatusOptions } from '../announcement_status'

type Row = {
  id: number
  title: string
  type: string
  status: string
  readCount: number
  audienceCount: number
  actions: string[]
}

type Props = {
  announcements: ListOf<Row>
  filters: { q: string; type: string | null; status: string | null }
}

const cells: Cells<Row> = {
  type: (row) => <AnnouncementType type={row.type} />,
  status: (row) => <AnnouncementStatus status={row.status} />,
  read: (row) => `${countText(row.readCount)} / ${countText(row.audienceCount)}`,
}

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
      cells={cells}
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
