import type { Confirmation } from '~/kit/confirm_action'
import { urlFor } from '~/urls'
import type { BankAct } from './bank_list'
import type { Bank } from './employee_page'

/** What is asked before something is done with a bank account. */
export function bankConfirmation(
  act: Exclude<BankAct, 'verify'>,
  employeeId: number,
  bank: Bank
): Confirmation {
  const keys = { id: employeeId, bank: bank.id }
  const facts = [
    { label: 'IBAN', value: <span className="num">{bank.iban}</span> },
    { label: 'Titular', value: bank.holder },
  ]
  switch (act) {
    case 'reject':
      return {
        title: 'Rechazar la cuenta',
        question: 'La cuenta no podrá usarse para pagar.',
        facts,
        submitLabel: 'Rechazar la cuenta',
        isDangerous: true,
        reason: { label: 'Motivo', isRequired: true },
        url: urlFor('employees.banks.reject', keys),
        method: 'delete',
      }
    case 'disable':
      return {
        title: 'Deshabilitar la cuenta',
        question: 'La cuenta dejará de usarse. Los pagos ya hechos la conservan.',
        facts,
        submitLabel: 'Deshabilitar',
        isDangerous: true,
        url: urlFor('employees.banks.disable', keys),
        method: 'delete',
      }
    case 'default':
      return {
        title: 'Cuenta por defecto',
        question: 'Los próximos pagos a este empleado irán a esta cuenta.',
        facts,
        submitLabel: 'Marcar por defecto',
        url: urlFor('employees.banks.default', keys),
        method: 'patch',
      }
    case 'waive':
      return {
        title: 'Anular la espera',
        question: 'Se podrá pagar a esta cuenta desde ahora, sin esperar las 48 horas desde su verificación.',
        facts,
        submitLabel: 'Anular la espera',
        isDangerous: true,
        reason: { label: 'Motivo', isRequired: true },
        url: urlFor('employees.banks.waive', keys),
      }
    default:
      return act satisfies never
  }
}
