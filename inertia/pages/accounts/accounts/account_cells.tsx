import { Link } from '@inertiajs/react'
import { countText } from '~/kit/day'
import type { Cells } from '~/kit/list/declared_columns'
import type { Filter } from '~/kit/list/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import type { Option } from './account_props'
import { ColoredName } from './colored_name'
import { IbanCell } from './iban_cell'

/** What this page draws itself of an account in the list; the rest is as its columns say. */
export type AccountRow = {
  id: number
  name: string
  color: string | null
  iban: string | null
  balance: MoneyValue | null
  difference: MoneyValue | null
  inTransit: MoneyValue | null
  available: MoneyValue | null
  pendingCount: number | null
  actions: string[]
}

export const accountCells: Cells<AccountRow> = {
  name: (row) => <ColoredName row={row} />,
  iban: (row) => <IbanCell iban={row.iban} />,
  balance: (row) => <Money value={row.balance} isAlarming />,
  difference: (row) => <Money value={unlessZero(row.difference)} look="signed" />,
  inTransit: (row) => <Money value={unlessZero(row.inTransit)} />,
  available: (row) =>
    row.available && row.available.minor !== row.balance?.minor ? (
      <Link href={urlFor('resumen.holds', null, { account_id: row.id })}>
        <Money value={row.available} isAlarming />
      </Link>
    ) : (
      <Money value={row.available} isAlarming />
    ),
  pendingCount: (row) =>
    row.pendingCount ? (
      <Link href={urlFor('accounts.reconcile', { id: row.id })}>{countText(row.pendingCount)}</Link>
    ) : (
      '0'
    ),
}

const unlessZero = (value: MoneyValue | null) => (value?.minor === 0 ? null : value)

const states = [
  { value: 'active', label: 'Activa' },
  { value: 'paused', label: 'Pausada' },
  { value: 'closed', label: 'Cerrada' },
]

type Options = { kinds: Option[]; providers: Option[]; currencies: Option[] }

/** The filters somebody may use; a bank, a currency and a difference are told to those who see figures only. */
export function accountFilters({ kinds, providers, currencies }: Options, seesBalances: boolean): Filter[] {
  const filters: Filter[] = [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'kind', label: 'Tipo', kind: 'multi', options: kinds },
    { name: 'status', label: 'Estado', kind: 'multi', options: states },
  ]
  return seesBalances
    ? [
        ...filters,
        { name: 'provider', label: 'Entidad', kind: 'multi', options: providers },
        { name: 'currency', label: 'Divisa', kind: 'multi', options: currencies },
        { name: 'difference', label: 'Con diferencia', kind: 'check' },
      ]
    : filters
}
