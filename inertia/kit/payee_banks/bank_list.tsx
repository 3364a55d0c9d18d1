import { Anchor, Button } from '@mantine/core'
import { Instant } from '~/kit/day'
import { ActionMenu, type MenuAction } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import type { BankAct, Payee, PayeeBank } from './bank_types'
import styles from './payee_banks.module.css'
import { ShownIban } from './shown_iban'

type Props = { payee: Payee; banks: PayeeBank[]; onAct: (act: BankAct, bank: PayeeBank) => void }

/** The bank accounts of a payee: who added each, who verified it, and from when it may be paid. */
export function BankList({ payee, banks, onAct }: Props) {
  const columns: PlainColumn<PayeeBank>[] = [
    {
      key: 'iban',
      header: 'Cuenta',
      cell: (bank) => (
        <>
          <ShownIban reveal={payee.urls.reveal} bank={bank} />
          <div className={styles.small}>
            {[
              bank.label,
              ...codesOf(bank),
              bank.bank,
              bank.bic,
              bank.site,
              bank.isDefault ? 'Por defecto' : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </>
      ),
    },
    { key: 'holder', header: 'Titular', cell: (bank) => bank.holder },
    { key: 'state', header: 'Estado', cell: (bank) => <StateOf payee={payee} bank={bank} /> },
    {
      key: 'actions',
      header: '',
      cell: (bank) => (
        <div className={styles.row}>
          {bank.canVerify ? (
            <Button size="xs" onClick={() => onAct('verify', bank)}>
              Verificar
            </Button>
          ) : null}
          <ActionMenu
            label={`Acciones de la cuenta ${bank.iban}`}
            size={26}
            actions={payee.canChange ? menuOf(bank, (act) => onAct(act, bank)) : []}
          />
        </div>
      ),
    },
  ]
  return (
    <PlainTable
      label="Cuentas bancarias"
      phone="cards"
      rows={banks}
      columns={columns}
      keyOf={(bank) => bank.id}
      empty={`Este ${payee.noun} no tiene cuenta bancaria: no se le puede pagar por transferencia.`}
    />
  )
}

function StateOf({ payee, bank }: { payee: Payee; bank: PayeeBank }) {
  return (
    <>
      {bank.disabled ? (
        <StatusBadge tone="grey" label="Deshabilitada" />
      ) : (
        <StatusBadge {...bank.verification} />
      )}
      <div className={styles.small}>
        {bank.verifiedAt ? (
          <>
            Verificada por {bank.verifiedBy ?? 'el sistema'} el <Instant value={bank.verifiedAt} />
          </>
        ) : (
          `Añadida por ${bank.creator ?? 'el sistema'}`
        )}
      </div>
      <EvidenceOf payee={payee} bank={bank} />
      {bank.withoutIban && !bank.disabled ? (
        <div className={styles.small}>Sin IBAN: se paga en el banco y se concilia.</div>
      ) : null}
      {!bank.disabled && bank.payableFrom ? (
        <div className={styles.small}>
          En espera: se puede pagar desde el <Instant value={bank.payableFrom} />
        </div>
      ) : null}
      {!bank.disabled && !bank.verifiedAt && bank.isOwn ? (
        <div className={styles.small}>La añadió usted: debe verificarla otra persona.</div>
      ) : null}
    </>
  )
}

/** The certificate of an account: its name, and the file for who may see the whole account. */
function EvidenceOf({ payee, bank }: { payee: Payee; bank: PayeeBank }) {
  if (!bank.evidence) return null
  return (
    <div className={styles.small}>
      Certificado:{' '}
      {payee.urls.evidence ? (
        <Anchor href={payee.urls.evidence(bank)} size="sm" download>
          {bank.evidence}
        </Anchor>
      ) : (
        bank.evidence
      )}
    </div>
  )
}

/** What tells the bank of an account without IBAN. */
function codesOf({ withoutIban: numbers }: PayeeBank): string[] {
  if (!numbers) return []
  const { routing, country } = numbers
  return [...(routing ? [`${routing.label} ${routing.code}`] : []), country]
}

function menuOf(bank: PayeeBank, onAct: (act: BankAct) => void): MenuAction[] {
  if (bank.disabled) return []
  return [
    ...(bank.isDefault ? [] : [{ label: 'Marcar por defecto', onSelect: () => onAct('default') }]),
    ...(bank.canWaive ? [{ label: 'Anular la espera', onSelect: () => onAct('waive') }] : []),
    { label: 'Rechazar', isDangerous: true, onSelect: () => onAct('reject') },
    { label: 'Deshabilitar', isDangerous: true, onSelect: () => onAct('disable') },
  ]
}
