import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { useRefresh } from '~/live/use_refresh'
import type { BankHead, ConnectionHead, Option } from '../bank_props'
import { bankUrls } from '../bank_urls'
import { type Trouble, TroubleNotice } from '../trouble_notice'
import { ConnectionCards } from './connection_cards'

type Row = {
  id: number
  connectorId: number
  name: string
  connection: string
  balance: MoneyValue
  warning: string | null
  actions: string[]
}

type Props = {
  bank: BankHead
  accounts: ListOf<Row>
  connections: (ConnectionHead & { isGone: boolean })[]
  troubles: Trouble[]
  currencies: Option[]
  states: Option[]
}

const cells: Cells<Row> = { balance: (row) => <Money value={row.balance} isAlarming /> }

const filtersOf = (currencies: Option[], states: Option[]): Filter[] => [
  { name: 'site_ids', label: 'Empresa', kind: 'sites' },
  { name: 'currency', label: 'Divisa', kind: 'select', options: currencies },
  { name: 'status', label: 'Estado', kind: 'multi', options: states },
]

/** The accounts at a bank, what is in them by currency, and connections that need somebody. */
export default function BankAccountsIndex({
  bank,
  accounts,
  connections,
  troubles,
  currencies,
  states,
}: Props) {
  const urls = bankUrls(bank.path)
  const live = connections.filter(({ isGone }) => !isGone)
  useRefresh({
    isOn: live.length > 0,
    only: ['accounts', 'troubles', 'connections'],
    concerns: { jobs: true },
  })
  const connect = bank.can.connect ? (
    <Button component={Link} href={urls.create} leftSection={<IconPlus size={16} aria-hidden="true" />}>
      Conectar cuenta
    </Button>
  ) : null
  return (
    <ListPage
      title={bank.title}
      list={accounts}
      cells={cells}
      storageKey={`bank_accounts_${bank.code}`}
      filters={filtersOf(currencies, states)}
      searchLabel="Buscar por cuenta, empresa o IBAN"
      figures={figuresOf(accounts)}
      notice={
        <>
          <TroubleNotice bank={bank} troubles={troubles} warnings={warningsOf(accounts.rows)} />
          <ConnectionCards bank={bank} connections={live} />
        </>
      }
      rowHref={(row) => urls.account(row.id)}
      rowActions={rowActions(bank)}
      empty={live.length === 0 ? { text: 'No hay cuentas conectadas.', action: connect } : undefined}
      isExportable
      actions={connect}
      menu={
        bank.pages.includes('documentation') ? [{ label: 'Cómo se conecta', href: urls.documentation }] : []
      }
    />
  )
}

const rowActions = (bank: BankHead): RowAction<Row>[] => {
  const urls = bankUrls(bank.path)
  return [
    { label: 'Ver', transition: 'open', href: (row) => urls.account(row.id) },
    {
      label: 'Sincronizar',
      transition: 'sync',
      confirm: (row) => ({
        title: 'Sincronizar ahora',
        question: `Se leerán de nuevo los saldos y movimientos de «${row.connection}».`,
        submitLabel: 'Sincronizar',
        url: urls.sync(row.connectorId),
      }),
    },
    { label: 'Editar', transition: 'edit', href: (row) => urls.edit(row.connectorId) },
  ]
}

/** A card for each currency: what there is, and beside it what of it is free. */
function figuresOf({ totals }: ListOf<Row>) {
  const freeOf = (currency: string) => totals?.free?.find((one) => one.currency === currency)
  return (totals?.balance ?? []).map((balance) => {
    const free = freeOf(balance.currency)
    return {
      label: `Saldo en ${balance.currency}`,
      value: <Money value={balance} isAlarming />,
      ...(free && free.minor !== balance.minor ? { hint: `disponible ${moneyText(free)}` } : {}),
    }
  })
}

const warningsOf = (rows: Row[]): string[] =>
  rows.flatMap(({ name, warning }) => (warning ? [`${name}: ${warning}.`] : []))
