import type { TimelineEvent } from '~/kit/timeline'
import { type AuditEntry, type EventName, timelineOf } from '../audit_timeline'
import type { Category } from './provider_options'

const events: Record<string, EventName> = {
  'provider.created': { title: 'Proveedor creado' },
  'provider.changed': { title: 'Datos modificados' },
  'provider.validate': { title: 'Validado', tone: 'green' },
  'provider.block': { title: 'Bloqueado', tone: 'red' },
  'provider.unblock': { title: 'Desbloqueado', tone: 'green' },
  'provider.activated': { title: 'Activado', tone: 'green' },
  'provider.deactivated': { title: 'Desactivado', tone: 'amber' },
  'provider_bank.added': { title: 'Cuenta bancaria añadida', tone: 'blue' },
  'provider_bank.verified': { title: 'Cuenta bancaria verificada', tone: 'green' },
  'provider_bank.cooling_waived': { title: 'Espera de la cuenta anulada', tone: 'amber' },
  'provider_bank.rejected': { title: 'Cuenta bancaria rechazada', tone: 'red' },
  'provider_bank.disabled': { title: 'Cuenta bancaria deshabilitada', tone: 'amber' },
  'provider_bank.default': { title: 'Cuenta por defecto cambiada' },
}

const fields: Record<string, string> = {
  legalName: 'Razón social',
  tradeName: 'Nombre comercial',
  taxIdType: 'Tipo de NIF',
  taxId: 'NIF',
  country: 'País',
  kind: 'Tipo',
  ledgerPrefix: 'Cuenta contable',
  defaultCategoryId: 'Categoría',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  address: 'Dirección',
  postalCode: 'Código postal',
  city: 'Población',
  paymentTermsDays: 'Plazo de pago (días)',
  paymentDay: 'Día de pago',
  paymentMethod: 'Forma de pago',
  notes: 'Notas',
  iban: 'IBAN',
}

/** What happened to a provider and its bank accounts; keys are shown by name or not at all. */
export function providerHistory(entries: AuditEntry[], categories: Category[]): TimelineEvent[] {
  const nameOf = (id: unknown) => categories.find((category) => category.id === id)?.name ?? id
  const readable = entries.map((entry) => ({
    ...entry,
    diff: Object.fromEntries(
      Object.entries(entry.diff ?? {})
        .filter(([field]) => field !== 'bank')
        .map(([field, [before, after]]): [string, [unknown, unknown]] =>
          field === 'defaultCategoryId' ? [field, [nameOf(before), nameOf(after)]] : [field, [before, after]]
        )
    ),
  }))
  return timelineOf(readable, events, fields)
}
