import { KeyFigures } from '~/kit/detail/key_figures'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf } from '~/kit/list/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { useDuplicates } from '../../accounts/statements/use_duplicates'
import { doubtfulLine, type MovementRow, movementCells } from '../accounts/movements_tab'
import type { BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'

type Props = {
  bank: BankHead
  account: { id: number; name: string }
  virtual: { id: number; name: string; balance: MoneyValue }
  movements: ListOf<MovementRow>
  /** The account of the company that it is, for those who reconcile it. */
  reconciledId: number | null
}

/** Movements of an account that are attributed to one of its virtual accounts. */
export default function VirtualMovementsIndex({ bank, account, virtual, movements, reconciledId }: Props) {
  const { rowActions, dialog } = useDuplicates({
    accountId: reconciledId,
    rows: movements.rows,
    lineOf: doubtfulLine,
  })
  return (
    <ListPage
      title={virtual.name}
      subtitle={`Cuenta virtual de ${account.name} · ${bank.title}`}
      back={bankUrls(bank.path).account(account.id)}
      list={movements}
      cells={movementCells}
      rowActions={rowActions}
      storageKey={`bank_virtual_${bank.code}`}
      searchLabel="Buscar por concepto, contraparte o referencia"
      filters={[
        { name: 'booked', label: 'Fecha', kind: 'days' },
        { name: 'amount', label: 'Importe', kind: 'amounts' },
      ]}
      notice={
        <>
          <KeyFigures
            figures={[{ label: 'Saldo en los libros', value: <Money value={virtual.balance} /> }]}
          />
          <p className={styles.quiet}>
            Un movimiento se atribuye a esta cuenta virtual cuando su conciliación la toca.
          </p>
        </>
      }
      empty={
        movements.total === 0
          ? { text: 'Ningún movimiento se ha atribuido a esta cuenta virtual.' }
          : undefined
      }
      isExportable
    >
      {dialog}
    </ListPage>
  )
}
