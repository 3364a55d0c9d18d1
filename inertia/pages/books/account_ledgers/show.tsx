import { Link } from '@inertiajs/react'
import { countText } from '~/kit/day'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { type MoneyValue, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'

type LedgerRow = {
  id: number
  entryId: number
  entryNo: number
  document: { label: string; href: string } | null
}

type Props = {
  account: {
    id: number
    code: string
    name: string
    site: string
    active: boolean
    /** It begins each fiscal year at zero. */
    isResult: boolean
    balance: MoneyValue
  }
  lines: ListOf<LedgerRow>
}

const cells: Cells<LedgerRow> = {
  entryNo: (row) => (
    <Link href={urlFor('accounts.journal.show', { entry: row.entryId })}>{countText(row.entryNo)}</Link>
  ),
  document: (row) => (row.document ? <Link href={row.document.href}>{row.document.label}</Link> : '–'),
}

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
      cells={cells}
      storageKey="account_ledger"
      filters={filters}
      searchLabel="Buscar por concepto"
      figures={[
        { label: account.isResult ? 'Saldo del ejercicio' : 'Saldo', value: moneyText(account.balance) },
      ]}
      rowHref={(row) => urlFor('accounts.journal.show', { entry: row.entryId })}
      isExportable
      isPrintable
      empty={{ text: 'No hay apuntes con estos filtros.' }}
    />
  )
}
