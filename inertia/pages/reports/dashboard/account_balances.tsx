import { Link } from '@inertiajs/react'
import { Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from './dashboard.module.css'
import type { AccountBalance } from './dashboard_page'

const columns: PlainColumn<AccountBalance>[] = [
  {
    key: 'account',
    header: 'Cuenta',
    cell: (account) => (
      <>
        <div>{account.name}</div>
        <div className={styles.quiet}>{account.site}</div>
      </>
    ),
  },
  {
    key: 'balance',
    header: 'Saldo',
    numeric: true,
    cell: (account) => (
      <Link href={urlFor('accounts.edit', { id: account.id })}>
        <Money value={account.balance} isAlarming />
      </Link>
    ),
  },
  {
    key: 'available',
    header: 'Disponible',
    numeric: true,
    cell: (account) => (
      <Link href={urlFor('resumen.holds', null, { account_id: account.id })}>
        <Money value={account.available} isAlarming />
      </Link>
    ),
  },
]

/** What there is on each account and what of it is not set aside. */
export function AccountBalances({ accounts }: { accounts: AccountBalance[] }) {
  return (
    <Section
      title="Saldos por cuenta"
      actions={
        <span className={styles.links}>
          <Link href="/accounts">Ver cuentas</Link>
        </span>
      }
    >
      <PlainTable
        label="Saldos por cuenta"
        rows={accounts}
        columns={columns}
        keyOf={(account) => account.id}
        empty="No hay cuentas activas."
      />
    </Section>
  )
}
