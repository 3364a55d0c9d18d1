import { Button } from '@mantine/core'
import { Instant } from '~/kit/day'
import { ActionMenu, type MenuAction } from '~/kit/page_head'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { StatusBadge } from '~/kit/status_badge'
import type { Bank, EmployeeHead } from './employee_page'
import styles from './employees.module.css'
import { ShownIban } from './shown_iban'

/** What may be done with one bank account. */
export type BankAct = 'verify' | 'reject' | 'disable' | 'default' | 'waive'

type Props = { employee: EmployeeHead; banks: Bank[]; onAct: (act: BankAct, bank: Bank) => void }

/** The bank accounts of an employee: who added each, who verified it, and from when it may be paid. */
export function BankList({ employee, banks, onAct }: Props) {
  const columns: PlainColumn<Bank>[] = [
    {
      key: 'iban',
      header: 'Cuenta',
      cell: (bank) => (
        <>
          <ShownIban employeeId={employee.id} bank={bank} />
          <div className={styles.small}>
            {[bank.bank, bank.bic, bank.is_default ? 'Por defecto' : null].filter(Boolean).join(' · ')}
          </div>
        </>
      ),
    },
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
            actions={menuOf(bank, (act) => onAct(act, bank))}
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
      empty="Este empleado no tiene cuenta bancaria: no se le puede pagar por transferencia."
    />
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

function menuOf(bank: Bank, onAct: (act: BankAct) => void): MenuAction[] {
  if (bank.disabled) return []
  return [
    ...(bank.is_default ? [] : [{ label: 'Marcar por defecto', onSelect: () => onAct('default') }]),
    ...(bank.can_waive ? [{ label: 'Anular la espera', onSelect: () => onAct('waive') }] : []),
    { label: 'Rechazar', isDangerous: true, onSelect: () => onAct('reject') },
    { label: 'Deshabilitar', isDangerous: true, onSelect: () => onAct('disable') },
  ]
}
