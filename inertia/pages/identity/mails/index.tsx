import { Instant } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, ListOf, RowAction } from '~/kit/list_types'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'

type Row = {
  id: number
  to: string
  subject: string
  status: { label: string; tone: Tone }
  attempts: number
  error: string | null
  created_at: string
  next_attempt_at: string | null
  sent_at: string | null
  actions: string[]
}

const columns: Column<Row>[] = [
  { key: 'to', header: 'Para', cell: (row) => row.to },
  { key: 'subject', header: 'Asunto', cell: (row) => row.subject },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
  { key: 'attempts', header: 'Intentos', numeric: true, cell: (row) => row.attempts },
  { key: 'error', header: 'Último error', cell: (row) => row.error ?? '–' },
  { key: 'created_at', header: 'Creado', sortable: true, cell: (row) => <Instant value={row.created_at} /> },
  { key: 'next', header: 'Próximo intento', cell: (row) => <Instant value={row.next_attempt_at} /> },
  { key: 'sent_at', header: 'Enviado', cell: (row) => <Instant value={row.sent_at} /> },
]

const tabs = {
  name: 'tab',
  options: [
    { value: 'stuck', label: 'Con problemas' },
    { value: 'queued', label: 'En cola' },
    { value: 'sent', label: 'Enviados' },
  ],
}

const rowActions: RowAction<Row>[] = [
  {
    label: 'Reintentar',
    transition: 'retry',
    confirm: (row) => ({
      title: 'Reintentar el envío',
      question: `Se enviará otra vez «${row.subject}» a ${row.to}. Si lleva un enlace y ha caducado, pida uno nuevo donde se creó.`,
      submitLabel: 'Reintentar',
      url: urlFor('users.mails.retry', { id: row.id }),
    }),
  },
]

/** Which mails never went out, and sending them again. */
export default function MailsIndex({ mails }: { mails: ListOf<Row> }) {
  return (
    <ListPage
      title="Correos de la aplicación"
      back={urlFor('users')}
      list={mails}
      columns={columns}
      storageKey="outgoing_mails"
      tabs={tabs}
      searchLabel="Buscar por dirección o asunto"
      rowActions={rowActions}
      empty={{ text: 'No hay correos en esta situación.' }}
    />
  )
}
