import { Head, Link, router } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { formatInstant } from '#app/kernel/time/calendar_date'
import { type KeyFigure, KeyFigures } from '~/kit/detail/key_figures'
import { ListTabs } from '~/kit/list/list_tabs'
import type { ListOf } from '~/kit/list/list_types'
import { useListQuery } from '~/kit/list/use_list_query'
import { Money, type MoneyValue } from '~/kit/money'
import { type MenuAction, PageHead } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { useRefresh } from '~/live/use_refresh'
import { urlFor } from '~/urls'
import type { BankHead, ConnectionHead, Option } from '../bank_props'
import { bankUrls, payeeUrls } from '../bank_urls'
import styles from '../banking.module.css'
import { BeneficiariesTab, type BeneficiaryRow } from '../beneficiaries/beneficiaries_tab'
import { type Trouble, TroubleNotice } from '../trouble_notice'
import { type MovementRow, MovementsTab, type VirtualAccount } from './movements_tab'
import { type OrderRow, OrdersTab } from './orders_tab'
import { type Pending, PendingMovements } from './pending_movements'

type Account = {
  id: number
  name: string
  kind: string
  iban: string | null
  bic: string | null
  details: { label: string; value: string }[]
  currency: string
  balance: MoneyValue
  available: MoneyValue | null
  pending: MoneyValue | null
  balanceAt: string
  syncedAt: string | null
  warning: string | null
  isClosed: boolean
  ownAccount: { id: number; name: string } | null
}

type Props = {
  bank: BankHead
  account: Account
  connection: ConnectionHead & { canSync: boolean; canPay: boolean }
  /** The account of the company that it is, for those who reconcile it. */
  reconciledId: number | null
  troubles: Trouble[]
  tab: string
  tabs: string[]
  pending: Pending[]
  virtuals: VirtualAccount[]
  movements: ListOf<MovementRow> | null
  orders: ListOf<OrderRow> | null
  beneficiaries: ListOf<BeneficiaryRow> | null
  types: Option[]
  states: Option[]
}

const tabLabels: Record<string, string> = {
  movements: 'Movimientos',
  transfers: 'Transferencias',
  beneficiaries: 'Beneficiarios',
}
const noLists: ReadonlySet<string> = new Set(['status'])

/** An account at a bank: what is in it, what came and went, and our orders out of it. */
export default function BankAccountShow(props: Props) {
  const { bank, account, connection, movements, orders, beneficiaries } = props
  const query = useListQuery(noLists)
  const urls = bankUrls(bank.path)
  useRefresh({ isOn: true, only: ['account', 'movements', 'pending', 'troubles'], concerns: { jobs: true } })
  return (
    <div className={styles.page}>
      <Head title={account.name} />
      <AccountHeadLine {...props} />
      <KeyFigures figures={figuresOf(account)} />
      <TroubleNotice
        bank={bank}
        troubles={props.troubles}
        warnings={account.warning ? [`${account.warning}.`] : []}
      />
      <ListTabs
        tabs={{
          name: 'tab',
          options: props.tabs.map((value) => ({
            value,
            label: tabLabels[value] ?? value,
            href: urls.account(account.id, value === 'movements' ? undefined : value),
          })),
        }}
        counters={{}}
        query={query}
      />
      {movements ? (
        <>
          <PendingMovements pending={props.pending} />
          <MovementsTab
            bank={bank}
            accountId={account.id}
            list={movements}
            types={props.types}
            states={props.states}
            virtuals={props.virtuals}
            reconciledId={props.reconciledId}
          />
        </>
      ) : null}
      {orders ? <OrdersTab list={orders} /> : null}
      {beneficiaries ? (
        <BeneficiariesTab
          bank={bank}
          connectionId={connection.id}
          list={beneficiaries}
          accountId={account.id}
        />
      ) : null}
    </div>
  )
}

function AccountHeadLine({ bank, account, connection }: Props) {
  const urls = bankUrls(bank.path)
  const { id } = account
  const pay = payHref(bank, connection, id)
  return (
    <PageHead
      title={account.name}
      subtitle={[
        connection.site,
        account.kind,
        account.iban,
        account.bic,
        ...account.details.map(({ label, value }) => `${label}: ${value}`),
        account.ownAccount ? null : 'sin asociar a una cuenta de la empresa',
      ]
        .filter(Boolean)
        .join(' · ')}
      status={
        account.isClosed ? (
          <StatusBadge tone="grey" label="Cerrada" />
        ) : (
          <StatusBadge {...connection.status} />
        )
      }
      back={urls.index}
      actions={
        <>
          {connection.canSync ? (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              onClick={() => router.post(urls.sync(connection.id), {}, { preserveScroll: true })}
            >
              Sincronizar ahora
            </Button>
          ) : null}
          {pay && connection.canPay ? (
            <Button component={Link} href={pay}>
              Transferir
            </Button>
          ) : null}
        </>
      }
      menu={menuOf(bank, account, connection)}
    />
  )
}

/** Where a payment out of an account is asked for, where this person may. */
function payHref(
  { path, pages, can }: BankHead,
  connection: ConnectionHead,
  accountId: number
): string | null {
  if (!can.pay) return null
  const urls = bankUrls(path)
  if (pages.includes('payment')) return urls.payment(connection.id, { account: accountId })
  return urls.transfer(connection.id, { account: accountId })
}

function menuOf(bank: BankHead, account: Account, { id, canPay }: Props['connection']): MenuAction[] {
  const urls = bankUrls(bank.path)
  const has = (page: string) => bank.pages.includes(page)
  return [
    { label: 'Informe', href: urls.report(account.id) },
    ...(has('recipients') ? [{ label: 'Destinatarios', href: payeeUrls(bank, id).all }] : []),
    ...(has('quotes') ? [{ label: 'Presupuestos de cambio', href: urls.quotes(id) }] : []),
    ...(has('generate') && bank.can.pay && canPay
      ? [{ label: 'Mover entre cuentas', href: urls.generate(id, { account: account.id }) }]
      : []),
    ...(account.ownAccount
      ? [{ label: 'Cuenta de la empresa', href: urlFor('accounts.edit', { id: account.ownAccount.id }) }]
      : []),
    ...(bank.can.connect ? [{ label: 'Editar la conexión', href: urls.edit(id) }] : []),
  ]
}

function figuresOf(account: Account): KeyFigure[] {
  return [
    {
      label: 'Saldo',
      value: <Money value={account.balance} isAlarming />,
      hint: `a ${formatInstant(account.balanceAt)}`,
    },
    ...(account.available
      ? [{ label: 'Disponible', value: <Money value={account.available} isAlarming /> }]
      : []),
    ...(account.pending
      ? [{ label: 'Pendiente', value: <Money value={account.pending} look="signed" /> }]
      : []),
    {
      label: 'Última sincronización',
      value: account.syncedAt ? formatInstant(account.syncedAt) : 'Todavía ninguna',
    },
  ]
}
