import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { Section } from '~/kit/detail_page'
import { bankConfirmation } from './bank_confirmations'
import { type BankAct, BankList } from './bank_list'
import type { Bank, EmployeePage } from './employee_page'
import styles from './employees.module.css'
import { NewBankDialog } from './new_bank_dialog'
import { VerifyBankDialog } from './verify_bank_dialog'

/** Where an employee is paid: two people see to it that a salary never goes to a stranger's account. */
export function BankTab({ page }: { page: EmployeePage }) {
  const { employee, banks, options } = page
  const [isAdding, setIsAdding] = useState(false)
  const [verified, setVerified] = useState<Bank | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)

  function act(what: BankAct, bank: Bank) {
    if (what === 'verify') setVerified(bank)
    else setConfirmation(bankConfirmation(what, employee.id, bank))
  }

  return (
    <Section
      title="Cuentas bancarias"
      actions={
        employee.is_anonymised ? null : (
          <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
            Nueva cuenta
          </Button>
        )
      }
    >
      <p className={styles.small}>
        Solo se paga a cuentas verificadas. Las verifica una persona distinta de quien las añadió y el primer
        pago espera 48 horas. Al añadir una se avisa al empleado por correo.
      </p>
      <BankList employee={employee} banks={banks} onAct={act} />
      {isAdding ? <NewBankDialog employee={employee} onClose={() => setIsAdding(false)} /> : null}
      {verified ? (
        <VerifyBankDialog
          employeeId={employee.id}
          bank={verified}
          methods={options.verification_methods}
          onClose={() => setVerified(null)}
        />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}
