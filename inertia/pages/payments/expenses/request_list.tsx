import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { ListTabsOf } from '~/kit/list_tabs'
import type { Column, ListOf, RowAction } from '~/kit/list_types'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import type { RequestRow } from './expense_rows'

/** Of a supplier from abroad, with its country. */
const taxIdOf = ({ country, tax_id }: RequestRow) => (country === 'ES' ? tax_id : `${tax_id} (${country})`)

const columns: Column<RequestRow>[] = [
  { key: 'name', header: 'Razón social', sortable: true, cell: (row) => row.name },
  { key: 'tax_id', header: 'NIF', cell: (row) => <span className="num">{taxIdOf(row)}</span> },
  { key: 'email', header: 'Correo', cell: (row) => row.email },
  { key: 'activity', header: 'Actividad', cell: (row) => row.activity ?? '–' },
  { key: 'iban', header: 'IBAN', cell: (row) => <span className="num">{row.iban}</span> },
  { key: 'received', header: 'Fecha', sortable: true, cell: (row) => <Day value={row.received_on} /> },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
]

const rowActions: RowAction<RequestRow>[] = [
  {
    label: 'Crear proveedor desde solicitud',
    transition: 'accept',
    confirm: (row) => ({
      title: 'Crear proveedor desde solicitud',
      question: `Se dará de alta a ${row.name}. Su cuenta quedará sin verificar: otra persona debe verificarla antes de pagarle.`,
      facts: [
        { label: 'NIF', value: taxIdOf(row) },
        { label: 'IBAN', value: row.iban },
      ],
      submitLabel: 'Crear proveedor',
      url: urlFor('payexpenses.requests.accept', { request: row.id }),
    }),
  },
  {
    label: 'Descargar el certificado',
    transition: 'certificate',
    onSelect: (row) =>
      window.location.assign(urlFor('payexpenses.requests.certificate', { request: row.id })),
  },
  {
    label: 'Rechazar la solicitud',
    transition: 'reject',
    isDangerous: true,
    confirm: (row) => ({
      title: 'Rechazar la solicitud',
      question: `No se dará de alta a ${row.name}.`,
      submitLabel: 'Rechazar',
      isDangerous: true,
      reason: { label: 'Motivo', isRequired: true },
      url: urlFor('payexpenses.requests.reject', { request: row.id }),
      method: 'delete',
    }),
  },
]

/** Who asked over the public page to be taken in as a supplier. */
export function RequestList({ requests, tabs }: { requests: ListOf<RequestRow>; tabs: ListTabsOf }) {
  return (
    <ListPage
      title="Nota de gastos"
      list={requests}
      columns={columns}
      storageKey="provider_requests"
      tabs={tabs}
      searchLabel="Buscar por nombre o NIF"
      rowActions={rowActions}
      nouns={{ one: 'solicitud', many: 'solicitudes' }}
      empty={{ text: 'No hay solicitudes de alta.' }}
      actions={
        <Button
          component="a"
          variant="default"
          href={urlFor('public.payexpenses.new-provider')}
          target="_blank"
          rel="noreferrer"
        >
          Abrir la página de alta
        </Button>
      }
    />
  )
}
