import { countText } from '~/kit/day'
import type { Option } from '~/kit/fields/choice_fields'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import type { MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'

type Issued = { id: number; number: string; total: MoneyValue }
type Props = {
  invoices: ListOf<Issued>
  figures: { refused: number; withErrors: number; open: number }
  treatments: Option[]
}

const tabs = {
  name: 'tab',
  options: [
    { value: 'all', label: 'Todas' },
    { value: 'refused', label: 'Rechazadas o con errores' },
    { value: 'open', label: 'Pendientes de envío' },
    { value: 'annulled', label: 'Anuladas' },
  ],
}

/** Facturas emitidas: what companies of the group issued and what AEAT says of it. */
export default function IssuedInvoicesIndex({ invoices, figures, treatments }: Props) {
  const filters: Filter[] = [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'issued', label: 'Fecha', kind: 'days' },
    { name: 'treatment', label: 'Clase', kind: 'multi', options: treatments },
  ]
  const list = urlFor('issued-invoices.index')
  return (
    <ListPage
      title="Facturas emitidas"
      list={invoices}
      storageKey="issued_invoices"
      filters={filters}
      tabs={tabs}
      searchLabel="Buscar por número, destinatario, NIF o concepto"
      figures={[
        { label: 'Rechazadas', value: countText(figures.refused), href: `${list}?tab=refused` },
        { label: 'Con errores', value: countText(figures.withErrors), href: `${list}?tab=refused` },
        { label: 'Pendientes de envío', value: countText(figures.open), href: `${list}?tab=open` },
      ]}
      rowHref={(row) => urlFor('issued-invoices.show', { id: row.id })}
      nouns={{ one: 'factura', many: 'facturas' }}
      amountOf={(row) => row.total}
      empty={{ text: 'No hay facturas emitidas. Se emiten al refacturar entre empresas.' }}
      isExportable
    />
  )
}
