import { Button } from '@mantine/core'
import { Instant } from '~/kit/day'
import { ActionMenu, type MenuAction } from '~/kit/page_head'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { StatusBadge } from '~/kit/status_badge'
import type { Bank } from './provider_page'
import styles from './providers.module.css'

/** What may be done with one bank account. */
export type BankAct = 'verify' | 'reject' | 'disable' | 'default' | 'waive'

type Props = { banks: Bank[]; mayVerify: boolean; onAct: (act: BankAct, bank: Bank) => void }

/** The bank accounts of a provider: who added each, who verified it, and from when it may be paid. */
export function BankList({ banks, mayVerify, onAct }: Props) {
  const columns: PlainColumn<Bank>[] = [
    { key: 'iban', header: 'Cuenta', cell: (bank) => <AccountOf bank={bank} /> },
    { key: 'holder', header: 'Titular', cell: (bank) => bank.holder },
    { key: 'state', header: 'Estado', cell: (bank) => <StateOf bank={bank} /> },
    {
      key: 'actions',
      header: '',
      cell: (bank) => (
        <div className={styles.row}>
          {bank.can_verify ? (
            <Button size="xs" onClick={() => onAct('verify', bank)}>
              Verificar
            </Button>
          ) : null}
          <ActionMenu
            label={`Acciones de la cuenta ${bank.iban}`}
            size={26}
            actions={menuOf(bank, mayVerify, (act) => onAct(act, bank))}
          />
        </div>
      ),
    },
  ]
  return (
    <PlainTable
      label="Cuentas bancarias"
      rows={banks}
      columns={columns}
      keyOf={(bank) => bank.id}
      empty="Este proveedor no tiene cuentas bancarias: no se le puede pagar por transferencia."
    />
  )
}

function AccountOf({ bank }: { bank: Bank }) {
  return (
    <>
      <div className="num">{bank.iban}</div>
      <div className={styles.small}>
        {[bank.label, bank.bank].filter(Boolean).join(' · ')}
        {bank.is_default ? ' · Por defecto' : null}
      </div>
    </>
  )
}

function StateOf({ bank }: { bank: Bank }) {
  return (
    <>
      {bank.disabled ? (
        <StatusBadge tone="grey" label="Deshabilitada" />
      ) : (
        <StatusBadge {...bank.verification} />
      )}
      <div className={styles.small}>
        {bank.verified_at ? (
          <>
            Verificada por {bank.verified_by ?? 'el sistema'} el <Instant value={bank.verified_at} />
          </>
        ) : (
          `Añadida por ${bank.creator ?? 'el sistema'}`
        )}
      </div>
      {!bank.disabled && bank.payable_from ? (
        <div className={styles.small}>
          En espera: se puede pagar desde el <Instant value={bank.payable_from} />
        </div>
      ) : null}
      {!bank.disabled && !bank.verified_at && bank.is_own ? (
        <div className={styles.small}>La añadió usted: debe verificarla otra persona.</div>
      ) : null}
    </>
  )
}

function menuOf(bank: Bank, mayVerify: boolean, onAct: (act: BankAct) => void): MenuAction[] {
  if (!mayVerify || bank.disabled) return []
  return [
    ...(bank.is_default ? [] : [{ label: 'Marcar por defecto', onSelect: () => onAct('default') }]),
    ...(bank.can_waive && bank.payable_from
      ? [{ label: 'Anular la espera', onSelect: () => onAct('waive') }]
      : []),
    { label: 'Rechazar', isDangerous: true, onSelect: () => onAct('reject') },
    { label: 'Deshabilitar', isDangerous: true, onSelect: () => onAct('disable') },
  ]
}
