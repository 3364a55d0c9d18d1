import { Link } from '@inertiajs/react'
import { Anchor, Button } from '@mantine/core'
import { Day } from '~/kit/day'
import type { Option } from '~/kit/fields/choice_fields'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { ListTabsOf } from '~/kit/list/list_tabs'
import type { BulkAction, Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { Money, moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { Notices } from '../notices'
import { orderTabs } from '../order_tabs'
import { Sums, verbWithAmount } from '../sums'
import { OrderList } from '../suppliers/order_list'
import type { OrderListing } from '../suppliers/payment_rows'
import type { LegalCostRow } from './cost_rows'

type Props = {
  tab: string
  costs: ListOf<LegalCostRow> | null
  orders: OrderListing | null
  concepts: Option[]
}

const tabs: ListTabsOf = {
  name: 'tab',
  options: [{ value: 'pending', label: 'Pendientes' }, ...orderTabs],
}

const cells: Cells<LegalCostRow> = {
  procedure: (row) => (
    <Anchor
      component={Link}
      href={urlFor('legal_procedure.edit', { id: row.procedure.id }, { tab: 'costs' })}
      size="sm"
    >
      {row.procedure.number}
    </Anchor>
  ),
  dueOn: (row) =>
    row.isOverdue ? (
      <>
        <Day value={row.dueOn} /> <StatusBadge tone="amber" label="Vencido" />
      </>
    ) : (
      <Day value={row.dueOn} />
    ),
  notices: (row) => (
    <Notices
      texts={[
        ...(row.invoice ? [`Factura ${row.invoice.number}`] : []),
        ...(row.hindrance ? [row.hindrance] : []),
      ]}
    />
  ),
}

const rowActions: RowAction<LegalCostRow>[] = [
  {
    label: 'Crear pago',
    transition: 'order',
    confirm: (row) => ({
      title: 'Crear el pago',
      question: row.invoice
        ? `Se creará un pago en borrador de su factura ${row.invoice.number}, en Pagar Proveedores.`
        : 'Se creará un pago en borrador desde la cuenta habitual de la empresa.',
      facts: [
        { label: 'Beneficiario', value: row.payee },
        { label: 'Concepto', value: row.description },
        { label: 'Cuenta', value: row.iban ?? '–' },
        { label: 'Importe', value: <Money value={row.pending} /> },
      ],
      submitLabel: `Crear pago de ${moneyText(row.pending)}`,
      url: urlFor('paylegalprocedures.store'),
      values: { costIds: [row.id] },
    }),
  },
  { label: 'Ver procedimiento', href: (row) => urlFor('legal_procedure.edit', { id: row.procedure.id }) },
]

const bulkActions: BulkAction<LegalCostRow>[] = [
  {
    label: 'Crear pagos',
    transition: 'order',
    confirm: (rows) => ({
      title: 'Crear los pagos',
      question: 'Se creará un pago en borrador por coste, desde la cuenta habitual de cada empresa.',
      facts: [
        { label: 'Costes', value: rows.length },
        { label: 'Importe', value: <Sums amounts={rows.map(({ pending }) => pending)} /> },
      ],
      submitLabel: verbWithAmount(
        'Crear pagos de',
        rows.map(({ pending }) => pending)
      ),
      url: urlFor('paylegalprocedures.store'),
      values: { costIds: rows.map(({ id }) => id) },
    }),
  },
]

export default function PayLegalProceduresIndex({ tab, costs, orders, concepts }: Props) {
  if (orders)
    return (
      <OrderList
        key={tab}
        tab={tab}
        orders={orders}
        tabs={tabs}
        title="Pagar procedimientos"
        storageKey="legal_orders"
      />
    )
  if (!costs) return null
  const filters: Filter[] = [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'concept', label: 'Concepto', kind: 'multi', options: concepts },
    { name: 'due', label: 'Vencimiento', kind: 'days' },
    { name: 'amount', label: 'Importe', kind: 'amounts' },
  ]
  return (
    <ListPage
      title="Pagar procedimientos"
      list={costs}
      cells={cells}
      storageKey="legal_costs"
      filters={filters}
      searchLabel="Buscar por procedimiento, beneficiario o concepto"
      tabs={tabs}
      rowHref={(row) => urlFor('legal_procedure.edit', { id: row.procedure.id }, { tab: 'costs' })}
      rowActions={rowActions}
      bulkActions={bulkActions}
      nouns={{ one: 'coste', many: 'costes' }}
      amountOf={(row) => row.pending}
      empty={{ text: 'No hay pagos pendientes.' }}
      menu={[{ label: 'Remesas', href: urlFor('payment_batches') }]}
      actions={
        <Button component={Link} href={urlFor('paylegalprocedures.process')}>
          Preparar pago
        </Button>
      }
    />
  )
}
