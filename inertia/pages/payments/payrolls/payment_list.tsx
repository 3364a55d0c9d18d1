import { type ReactNode, useState } from 'react'
import type { Option } from '~/kit/fields/choice_fields'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { BulkAction, Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import { Notices } from '../notices'
import { PayNowDialog } from './pay_now_dialog'
import { type PayrollRow, payrollTabs } from './payroll_rows'
import { ProcessDialog } from './process_dialog'

const cells: Cells<PayrollRow> = {
  hindrance: (row) => <Notices texts={row.hindrance ? [row.hindrance] : []} />,
}

const rowActions: RowAction<PayrollRow>[] = [
  {
    label: 'Cancelar',
    transition: 'cancel',
    isDangerous: true,
    confirm: (row) => ({
      title: 'Cancelar el pago de nómina',
      question: `No se pagará a ${row.employee} la nómina de ${row.period}. Su asiento, si lo tiene, se anula.`,
      facts: [{ label: 'Neto', value: <Money value={row.amount} /> }],
      submitLabel: `Sí, cancelar ${moneyText(row.amount)}`,
      isDangerous: true,
      reason: { label: 'Motivo', isRequired: true },
      url: urlFor('paypayrolls.destroy', { id: row.id }),
      method: 'delete',
    }),
  },
]

type Asked = { what: 'buffer' | 'pay_now'; payments: PayrollRow[] }
type Props = { payments: ListOf<PayrollRow>; states: Option[]; actions: ReactNode }

/** Salaries one by one, and the way of several into the pay buffer. */
export function PaymentList({ payments, states, actions }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (what: Asked['what']) => (payments: PayrollRow[]) => setAsked({ what, payments })
  const bulkActions: BulkAction<PayrollRow>[] = [
    { label: 'Pasar a la bolsa', transition: 'order', onSelect: ask('buffer') },
    { label: 'Pagar ahora', transition: 'order', onSelect: ask('pay_now') },
  ]
  const close = () => setAsked(null)
  const filters: Filter[] = [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'status', label: 'Estado', kind: 'multi', options: states },
    { name: 'pay', label: 'Fecha de pago', kind: 'days' },
    { name: 'amount', label: 'Neto', kind: 'amounts' },
  ]
  return (
    <ListPage
      title="Pagar nómina"
      list={payments}
      cells={cells}
      storageKey="payroll_payments"
      filters={filters}
      tabs={payrollTabs}
      searchLabel="Buscar por empleado, código o NIF"
      rowActions={rowActions}
      bulkActions={bulkActions}
      nouns={{ one: 'nómina', many: 'nóminas' }}
      amountOf={(row) => row.amount}
      empty={{ text: 'No hay pagos pendientes.' }}
      menu={[{ label: 'Preparar pago', href: urlFor('paypayrolls.process') }]}
      actions={actions}
    >
      {asked?.what === 'buffer' ? <ProcessDialog payments={asked.payments} onClose={close} /> : null}
      {asked?.what === 'pay_now' ? <PayNowDialog payments={asked.payments} onClose={close} /> : null}
    </ListPage>
  )
}
