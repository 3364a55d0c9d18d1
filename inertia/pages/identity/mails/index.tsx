import { ListPage } from '~/kit/list/list_page'
import type { ListOf, RowAction } from '~/kit/list/list_types'
import { urlFor } from '~/urls'

type Row = { id: number; to: string; subject: string; actions: string[] }

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
      storageKey="outgoing_mails"
      tabs={tabs}
      searchLabel="Buscar por dirección o asunto"
      rowActions={rowActions}
      empty={{ text: 'No hay correos en esta situación.' }}
    />
  )
}
