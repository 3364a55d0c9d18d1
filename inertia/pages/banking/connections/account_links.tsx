import { Link } from '@inertiajs/react'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'
import type { FoundAccount, OwnChoice } from './connection_types'
import { LinkDialog } from './link_dialog'

type Props = {
  bank: BankHead
  accounts: FoundAccount[]
  choices: OwnChoice[]
  onConfirm: (confirmation: Confirmation) => void
}

/** Which account of the company each account at the bank is: only then its movements are lines of a statement. */
export function AccountLinks({ bank, accounts, choices, onConfirm }: Props) {
  const urls = bankUrls(bank.path)
  return (
    <>
      <p className={styles.quiet}>
        Los movimientos de una cuenta asociada llegan a su conciliación, y desde ella se puede pagar.
      </p>
      <PlainTable
        label="Cuentas encontradas"
        rows={accounts}
        keyOf={(row) => row.id}
        phone="cards"
        empty="Todavía no se ha leído ninguna cuenta. Aparecerán tras la primera sincronización."
        columns={[
          {
            key: 'name',
            header: 'En el banco',
            cell: (row) => (
              <>
                <Link href={urls.account(row.id)}>{row.name}</Link>
                <div className={styles.quiet}>{row.identifier}</div>
              </>
            ),
          },
          { key: 'balance', header: 'Saldo', numeric: true, cell: (row) => <Money value={row.balance} /> },
          {
            key: 'own',
            header: 'Cuenta de la empresa',
            cell: (row) => <OwnAccount bank={bank} account={row} choices={choices} onConfirm={onConfirm} />,
          },
        ]}
      />
    </>
  )
}

type OwnProps = Omit<Props, 'accounts'> & { account: FoundAccount }

function OwnAccount({ bank, account, choices, onConfirm }: OwnProps) {
  const [chosen, setChosen] = useState(account.proposedId === null ? null : String(account.proposedId))
  const [isLinking, setIsLinking] = useState(false)
  const url = bankUrls(bank.path).link(account.id)
  if (account.ownId !== null)
    return (
      <div className={styles.linkRow}>
        <Link href={urlFor('accounts.edit', { id: account.ownId })}>{account.own}</Link>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={() =>
            onConfirm({
              title: 'Quitar la asociación',
              question: `Los movimientos nuevos de «${account.name}» dejarán de llegar a «${account.own}». Lo ya leído se queda.`,
              submitLabel: 'Quitar la asociación',
              isDangerous: true,
              url,
              method: 'delete',
            })
          }
        >
          Quitar
        </Button>
      </div>
    )
  if (account.isClosed) return <StatusBadge tone="grey" label="Cerrada" />
  const fitting = choices.filter(({ currency }) => currency === account.currency)
  const choice = fitting.find(({ value }) => value === chosen)
  return (
    <div className={styles.linkRow}>
      <Select
        aria-label={`Cuenta de la empresa para ${account.name}`}
        size="xs"
        data={fitting}
        value={chosen}
        onChange={setChosen}
        placeholder={fitting.length === 0 ? `Ninguna libre en ${account.currency}` : 'Elija una cuenta'}
        disabled={fitting.length === 0}
        searchable={fitting.length > 7}
        nothingFoundMessage="Sin resultados"
      />
      <Button size="xs" variant="default" disabled={!choice} onClick={() => setIsLinking(true)}>
        Asociar
      </Button>
      {account.proposedId !== null && chosen === String(account.proposedId) ? (
        <span className={styles.quiet}>Propuesta: coincide el IBAN.</span>
      ) : null}
      {isLinking && choice ? (
        <LinkDialog bank={bank} account={account} choice={choice} onClose={() => setIsLinking(false)} />
      ) : null}
    </div>
  )
}
