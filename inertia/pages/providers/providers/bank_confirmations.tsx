import type { Confirmation } from '~/kit/confirm_action'
import { urlFor } from '~/urls'
import type { Bank } from './provider_page'

const factsOf = (bank: Bank) => [
  { label: 'IBAN', value: <span className="num">{bank.iban}</span> },
  { label: 'Titular', value: bank.holder },
]

const keysOf = (providerId: number, bank: Bank) => ({ id: providerId, bank: bank.id })

export function rejectBank(providerId: number, bank: Bank): Confirmation {
  return {
    title: 'Rechazar la cuenta',
    question: 'La cuenta no podrá usarse para pagar.',
    facts: factsOf(bank),
    submitLabel: 'Rechazar la cuenta',
    isDangerous: true,
    reason: { label: 'Motivo', isRequired: true },
    url: urlFor('providers.banks.reject', keysOf(providerId, bank)),
    method: 'delete',
  }
}

export function disableBank(providerId: number, bank: Bank): Confirmation {
  return {
    title: 'Deshabilitar la cuenta',
    question: 'La cuenta dejará de usarse. Los pagos ya hechos la conservan.',
    facts: factsOf(bank),
    submitLabel: 'Deshabilitar',
    isDangerous: true,
    url: urlFor('providers.banks.disable', keysOf(providerId, bank)),
    method: 'delete',
  }
}

export function makeDefaultBank(providerId: number, bank: Bank): Confirmation {
  return {
    title: 'Cuenta por defecto',
    question: 'Los próximos pagos a este proveedor irán a esta cuenta.',
    facts: factsOf(bank),
    submitLabel: 'Marcar por defecto',
    url: urlFor('providers.banks.default', keysOf(providerId, bank)),
    method: 'patch',
  }
}

export function waiveCooling(providerId: number, bank: Bank): Confirmation {
  return {
    title: 'Anular la espera',
    question: 'Se podrá pagar a esta cuenta desde ahora, sin esperar las 48 horas desde su verificación.',
    facts: factsOf(bank),
    submitLabel: 'Anular la espera',
    isDangerous: true,
    reason: { label: 'Motivo', isRequired: true },
    url: urlFor('providers.banks.waive', keysOf(providerId, bank)),
  }
}
