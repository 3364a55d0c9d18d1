import { Link } from '@inertiajs/react'
import { countText, Day } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, Filter, ListOf } from '~/kit/list_types'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'

type LedgerRow = {
  id: number
  entry_id: number
  entry_no: number
  posted_on: string
  journal: string
  description: string
  counterparty: string | null
  document: { label: string; href: string } | null
  debit: MoneyValue | null
  credit: MoneyValue | null
  balance: MoneyValue
  lettering: string | null
}

type Props = {
  account: { id: number; code: string; name: string; site: string; active: boolean; balance: MoneyValue }
  lines: ListOf<LedgerRow>
}

const columns: Column<LedgerRow>[] = [
  { key: 'posted_on', header: 'Fecha', sortable: true, cell: (row) => <Day value={row.posted_on} /> },
  {
    key: 'entry_no',
    header: 'Asiento',
    cell: (row) => (
      <Link href={urlFor('accounts.journal.show', { entry: row.entry_id })}>{countText(row.entry_no)}</Link>
    ),
  },
  { key: 'journal', header: 'Diario', optional: true, cell: (row) => row.journal },
  { key: 'description', header: 'Concepto', width: 240, cell: (row) => row.description },
  { key: 'counterparty', header: 'Contraparte', width: 200, cell: (row) => row.counterparty ?? '–' },
  {
    key: 'document',
    header: 'Documento',
    width: 170,
    cell: (row) => (row.document ? <Link href={row.document.href}>{row.document.label}</Link> : '–'),
  },
  { key: 'debit', header: 'Debe', numeric: true, cell: (row) => <Money value={row.debit} /> },
  { key: 'credit', header: 'Haber', numeric: true, cell: (row) => <Money value={row.credit} /> },
  {
    key: 'balance',
    header: 'Saldo',
    numeric: true,
    card: 'figure',
    cell: (row) => <Money value={row.balance} />,
  },
  { key: 'lettering', header: 'Punteo', cell: (row) => row.lettering ?? '' },
]

const filters: Filter[] = [
  { name: 'posted', label: 'Fecha', kind: 'days' },
  { name: 'amount', label: 'Importe', kind: 'amounts' },
  { name: 'open', label: 'Solo no punteados', kind: 'check' },
]

export default function AccountLedgerShow({ account, lines }: Props) {
  return (
    <ListPage
      title={`${account.code} ${account.name}`}
      subtitle={account.site}
      back={urlFor('accounts.plan')}
      list={lines}
      columns={columns}
      storageKey="account_ledger"
      filters={filters}
      searchLabel="Buscar por concepto"
      figures={[{ label: 'Saldo', value: moneyText(account.balance) }]}
      rowHref={(row) => urlFor('accounts.journal.show', { entry: row.entry_id })}
      isExportable
      isPrintable
      empty={{ text: 'No hay apuntes con estos filtros.' }}
    />
  )
}
