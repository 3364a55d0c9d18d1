import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { bankConfirmation } from './bank_confirmations'
import { BankList } from './bank_list'
import type { BankAct, Payee, PayeeBank } from './bank_types'
import { NewBankDialog } from './new_bank_dialog'
import styles from './payee_banks.module.css'
import { VerifyBankDialog } from './verify_bank_dialog'

type Props = { payee: Payee; banks: PayeeBank[]; canAdd?: boolean; note?: string; children?: ReactNode }

/** Where somebody is paid: two people see to it that money never goes to a stranger's account. */
export function PayeeBanks({ payee, banks, canAdd = true, note, children }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const [verified, setVerified] = useState<PayeeBank | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)

  function act(what: BankAct, bank: PayeeBank) {
    if (what === 'verify') setVerified(bank)
    else setConfirmation(bankConfirmation(what, payee, bank))
  }

  return (
    <Section
      title="Cuentas bancarias"
      actions={
        canAdd ? (
          <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
            Nueva cuenta
          </Button>
        ) : null
      }
    >
      <p className={styles.small}>
        Solo se paga a cuentas verificadas. Las verifica una persona distinta de quien las añadió y el primer
        pago espera {payee.coolingHours} horas. {note}
      </p>
      {children}
      <BankList payee={payee} banks={banks} onAct={act} />
      {isAdding ? <NewBankDialog payee={payee} onClose={() => setIsAdding(false)} /> : null}
      {verified ? <VerifyBankDialog payee={payee} bank={verified} onClose={() => setVerified(null)} /> : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}
