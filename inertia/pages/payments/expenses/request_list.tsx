import { Button } from '@mantine/core'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { ListTabsOf } from '~/kit/list/list_tabs'
import type { ListOf, RowAction } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import type { RequestRow } from './expense_rows'

/** Of a supplier from abroad, with its country. */
const taxIdOf = ({ country, taxId }: RequestRow) => (country === 'ES' ? taxId : `${taxId} (${country})`)

const cells: Cells<RequestRow> = {
  taxId: (row) => <span className="num">{taxIdOf(row)}</span>,
}

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
      cells={cells}
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
