import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { type LogRow, logCells } from './log_cells'

type Props = { logs: ListOf<LogRow>; actions: { value: string; label: string }[] }

const filtersOf = (actions: Props['actions']): Filter[] => [
  { name: 'at', label: 'Fecha', kind: 'days' },
  { name: 'user_id', label: 'Usuario', kind: 'picker', url: urlFor('invoices.people') },
  { name: 'action', label: 'Acción', kind: 'multi', options: actions },
]

export default function ActionLogsIndex({ logs, actions }: Props) {
  return (
    <ListPage
      title="Logs de Facturas"
      subtitle="Quién hizo qué con cada factura, con lo que había antes y lo que hay después. No se modifica ni se borra."
      list={logs}
      cells={logCells}
      storageKey="invoice_action_logs"
      filters={filtersOf(actions)}
      searchLabel="Buscar por factura: referencia, número o proveedor"
      rowHref={(row) => urlFor('invoices.show', { id: row.invoiceId }, { tab: 'history' })}
      empty={{ text: 'No hay registros con estos filtros.' }}
      isExportable
    />
  )
}
