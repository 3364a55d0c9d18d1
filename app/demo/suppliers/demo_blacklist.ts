import type { Actor } from '#app/audit/record_event'
import { addEntry, type NewEntry } from '#app/blacklist/actions/add_entry'
import { requestLift } from '#app/blacklist/actions/change_entry'
import { checkIban } from '#app/blacklist/check_iban'
import { ibanFromCcc } from '#app/kernel/identifiers/iban'

const common = {
  severity: 'block',
  ownerName: null,
  expiresOn: null,
  isInvalid: false,
  evidence: null,
} as const

/** What the group pays nobody on: an account of a fraud that was tried twice, a bank that asks for care, one that may come off. */
export async function createDemoBlacklist(senior: Actor, accountant: Actor): Promise<void> {
  const fraud = ibanFromCcc('208100561100047311') ?? ''
  const old = ibanFromCcc('004912341200098765') ?? ''
  const entries: NewEntry[] = [
    {
      ...common,
      patternType: 'iban',
      value: fraud,
      reason: 'fraude',
      comment: 'Correo falso que pedía cambiar la cuenta de un proveedor; denunciado.',
      ownerName: 'Titular desconocido',
    },
    {
      ...common,
      patternType: 'bank_prefix',
      value: 'LT32500',
      severity: 'warn',
      reason: 'cambio_no_verificado',
      comment: 'Cuentas abiertas en minutos: comprobar siempre por teléfono.',
    },
    {
      ...common,
      patternType: 'iban',
      value: old,
      reason: 'error_recurrente',
      comment: 'Cuenta antigua de un proveedor: las transferencias se devuelven.',
    },
  ]
  const ids: number[] = []
  for (const entry of entries) ids.push((await addEntry(entry, senior)).id)
  for (const point of ['provider_bank.create', 'payment_order.create'])
    await checkIban(fraud, { point, userId: accountant.userId })
  await requestLift(ids.at(-1) ?? 0, 'El proveedor ha reabierto la cuenta.', senior)
}
