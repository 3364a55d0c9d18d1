import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import type { PlainColumn } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { type PayerAccount, ProcessForm } from '../process_form'
import { ProcessPage } from '../process_page'

type Group = { siteId: number; site: string; payments: number; total: MoneyValue; waiting: number }
type DraftRow = {
  id: number
  number: string
  origin: string
  href: string
  creditor: string
  concept: string
  dueOn: string
  amount: MoneyValue
  iban: string | null
  account: string
  hindrance: string | null
}
type Props = { groups: Group[]; siteId: number | null; payments: DraftRow[]; accounts: PayerAccount[] }

const columns: PlainColumn<DraftRow>[] = [
  {
    key: 'concept',
    header: 'Concepto',
    cell: (row) => <Link href={row.href}>{row.number ? `${row.number} · ${row.concept}` : row.concept}</Link>,
  },
  { key: 'origin', header: 'Origen', cell: (row) => row.origin },
  { key: 'creditor', header: 'Beneficiario', cell: (row) => row.creditor },
  { key: 'iban', header: 'Cuenta destino', cell: (row) => row.iban ?? '–' },
  { key: 'account', header: 'Cuenta prevista', cell: (row) => row.account || '–' },
  { key: 'due_on', header: 'Fecha', cell: (row) => <Day value={row.dueOn} /> },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    cell: (row) => (row.amount.minor === 0 ? '–' : <Money value={row.amount} />),
  },
]

/** The review of what is drafted for suppliers, what recurs among it, before the pay buffer: one company at a time. */
export default function SupplierProcessCreate({ groups, siteId, payments, accounts }: Props) {
  return (
    <ProcessPage
      title="Preparar el pago de proveedores"
      subtitle="Borradores de facturas, importaciones, provisiones y pagos recurrentes que nadie ha pasado a la bolsa"
      back={urlFor('paysuppliers')}
      emptyText="No hay borradores pendientes de preparar."
      isEmpty={payments.length === 0}
      groups={groups.map((group) => ({
        siteId: group.siteId,
        label: labelOf(group),
      }))}
      siteId={siteId}
      urlOf={(site_id) => urlFor('paysuppliers.process', null, { site_id })}
    >
      <ProcessForm
        key={siteId}
        rows={payments}
        accounts={accounts}
        url={urlFor('paysuppliers.process.store')}
        keysField="order_ids"
        title="Pagos"
        label="Pagos que se van a preparar"
        dayHelp="Sin fecha, la de cada pago, o el primer día que admite el banco."
        amountOf={({ amount }) => amount}
        nameOf={({ number, concept }) => number || concept}
        columns={columns}
        totals={{ text: 'concept', amount: 'amount' }}
        duplicates="ask_in_doubt"
      />
    </ProcessPage>
  )
}

/** «Hotel Uno · 3 pagos · 1.240,00 € · 1 por completar». */
function labelOf({ site, payments, total, waiting }: Group): string {
  const drafts = payments === 0 ? [] : [payments === 1 ? '1 pago' : `${payments} pagos`, moneyText(total)]
  return [site, ...drafts, ...(waiting === 0 ? [] : [`${waiting} por completar`])].join(' · ')
}
