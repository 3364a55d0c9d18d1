import type { Confirmation } from '~/kit/dialog/confirm_action'
import type { BankAct, Payee, PayeeBank } from './bank_types'

/** What is asked before something is done with a bank account. */
export function bankConfirmation(
  act: Exclude<BankAct, 'verify'>,
  payee: Payee,
  bank: PayeeBank
): Confirmation {
  const url = payee.urls.act(act, bank)
  const facts = [
    { label: bank.withoutIban ? 'Cuenta' : 'IBAN', value: <span className="num">{bank.iban}</span> },
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
        reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
        url,
        method: 'delete',
      }
    case 'disable':
      return {
        title: 'Deshabilitar la cuenta',
        question: 'La cuenta dejará de usarse. Los pagos ya hechos la conservan.',
        facts,
        submitLabel: 'Deshabilitar',
        isDangerous: true,
        url,
        method: 'delete',
      }
    case 'default':
      return {
        title: 'Cuenta por defecto',
        question: bank.site
          ? `Los próximos pagos de ${bank.site} a este ${payee.noun} irán a esta cuenta.`
          : `Los próximos pagos a este ${payee.noun} irán a esta cuenta.`,
        facts,
        submitLabel: 'Marcar por defecto',
        url,
        method: 'patch',
      }
    case 'waive':
      return {
        title: 'Anular la espera',
        question: 'Se podrá pagar a esta cuenta desde ahora, sin esperar el plazo desde su verificación.',
        facts,
        submitLabel: 'Anular la espera',
        isDangerous: true,
        reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
        url,
      }
    default:
      return act satisfies never
  }
}
