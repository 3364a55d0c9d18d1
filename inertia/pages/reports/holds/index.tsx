import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { type MoneyValue, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'

/** What the page itself reads of a row. */
type Held = { id: number; amount: MoneyValue; orderId: number | null }

const filters: Filter[] = [{ name: 'site_ids', label: 'Empresa', kind: 'sites' }]

/** Balance less what is held: what is available, and each payment that holds it. */
export default function HoldsIndex({ holds }: { holds: ListOf<Held> }) {
  const sum = (name: string) => (holds.totals?.[name] ?? []).map(moneyText).join(' · ') || '0,00 €'
  return (
    <ListPage
      title="Saldo retenido"
      subtitle="Pagos aprobados que el banco aún no ha cargado: el saldo menos lo retenido es lo disponible."
      back={urlFor('/')}
      list={holds}
      storageKey="held_funds"
      filters={filters}
      searchLabel={null}
      figures={[
        { label: 'Saldo contable', value: sum('balance'), href: urlFor('accounts') },
        { label: 'Retenido', value: sum('amount') },
        { label: 'Disponible', value: sum('available') },
      ]}
      rowHref={(row) => (row.orderId === null ? null : urlFor('payment_orders.show', { id: row.orderId }))}
      nouns={{ one: 'retención', many: 'retenciones' }}
      amountOf={(row) => row.amount}
      empty={{ text: 'Nada está retenido: todo el saldo está disponible.' }}
      isExportable
    />
  )
}
