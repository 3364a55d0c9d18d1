import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { Section } from '~/kit/detail_page'
import { disableBank, makeDefaultBank, rejectBank, waiveCooling } from './bank_confirmations'
import { type BankAct, BankList } from './bank_list'
import { NewBankDialog } from './new_bank_dialog'
import type { Bank, ProviderPage } from './provider_page'
import styles from './providers.module.css'
import { VerifyBankDialog } from './verify_bank_dialog'

type Props = Pick<ProviderPage, 'provider' | 'banks' | 'mayVerify'>

/** Where a provider is paid: two people see to it that money never goes to a stranger's account. */
export function BanksTab({ provider, banks, mayVerify }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const [verified, setVerified] = useState<Bank | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)

  function act(what: BankAct, bank: Bank) {
    if (what === 'verify') setVerified(bank)
    else setConfirmation(confirmationOf(what, provider.id, bank))
  }

  return (
    <Section
      title="Cuentas bancarias"
      actions={
        <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
          Nueva cuenta
        </Button>
      }
    >
      <p className={styles.small}>
        Solo se paga a cuentas verificadas. Las verifica una persona distinta de quien las añadió y el primer
        pago espera 48 horas.
      </p>
      <BankList banks={banks} mayVerify={mayVerify} onAct={act} />
      {isAdding ? <NewBankDialog provider={provider} onClose={() => setIsAdding(false)} /> : null}
      {verified ? (
        <VerifyBankDialog providerId={provider.id} bank={verified} onClose={() => setVerified(null)} />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}

function confirmationOf(act: Exclude<BankAct, 'verify'>, providerId: number, bank: Bank): Confirmation {
  switch (act) {
    case 'reject':
      return rejectBank(providerId, bank)
    case 'disable':
      return disableBank(providerId, bank)
    case 'default':
      return makeDefaultBank(providerId, bank)
    case 'waive':
      return waiveCooling(providerId, bank)
    default:
      return act satisfies never
  }
}
