import { Day } from '~/kit/day'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import type { MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'

/** What the page itself reads of a row. */
type OpenInvoice = { id: number; dueOn: string | null; pending: MoneyValue }

const cells: Cells<OpenInvoice> = {
  dueOn: (row) => (row.dueOn ? <Day value={row.dueOn} /> : 'Sin vencimiento'),
}

const filters: Filter[] = [
  { name: 'site_ids', label: 'Empresa', kind: 'sites' },
  { name: 'due', label: 'Vencimiento', kind: 'days' },
  { name: 'amount', label: 'Pendiente', kind: 'amounts' },
  { name: 'provider_id', label: 'Proveedor', kind: 'picker', url: '/providers/options' },
]

export default function OpenInvoicesIndex({ invoices }: { invoices: ListOf<OpenInvoice> }) {
  return (
    <ListPage
      title="Facturas pendientes de pago"
      subtitle="Contabilizadas y con algo por pagar, también lo que ya va camino del banco."
      back={urlFor('/')}
      list={invoices}
      cells={cells}
      storageKey="open_invoices"
      filters={filters}
      rowHref={(row) => urlFor('invoices.show', { id: row.id })}
      nouns={{ one: 'factura', many: 'facturas' }}
      amountOf={(row) => row.pending}
      empty={{ text: 'No hay facturas pendientes con estos filtros.' }}
      isExportable
    />
  )
}
