import { formatInstant } from '#app/kernel/time/calendar_date'
import { type AuditEntry, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import type { TimelineEvent } from '~/kit/detail/timeline'
import { type Category, verificationMethods } from './provider_options'

const events: Record<string, EventName> = {
  'provider.created': { title: 'Proveedor creado' },
  'provider.changed': { title: 'Datos modificados' },
  'provider.validate': { title: 'Validado', tone: 'green' },
  'provider.block': { title: 'Bloqueado', tone: 'red' },
  'provider.unblock': { title: 'Desbloqueado', tone: 'green' },
  'provider.activated': { title: 'Activado', tone: 'green' },
  'provider.deactivated': { title: 'Desactivado', tone: 'amber' },
  'provider.reading_forgotten': { title: 'Lectura aprendida olvidada' },
  'provider.reserve_changed': { title: 'Fondo de reserva configurado' },
  'provider.reserve_moved': { title: 'Movimiento del fondo de reserva', tone: 'blue' },
  'provider.reserve_waits': { title: 'Aportación al fondo sin saldo', tone: 'amber' },
  'provider.merged': { title: 'Fusionado en otro proveedor', tone: 'grey' },
  'provider.absorbed': { title: 'Otro proveedor se fusionó en este', tone: 'blue' },
  'provider_bank.moved': { title: 'Cuenta bancaria recibida de una fusión', tone: 'amber' },
  'provider_bank.added': { title: 'Cuenta bancaria añadida', tone: 'blue' },
  'provider_bank.verified': { title: 'Cuenta bancaria verificada', tone: 'green' },
  'provider_bank.cooling_waived': { title: 'Espera de la cuenta anulada', tone: 'amber' },
  'provider_bank.rejected': { title: 'Cuenta bancaria rechazada', tone: 'red' },
  'provider_bank.doubted': { title: 'Cuenta bancaria puesta en duda por el banco', tone: 'red' },
  'provider_bank.disabled': { title: 'Cuenta bancaria deshabilitada', tone: 'amber' },
  'provider_bank.evidence_viewed': { title: 'Certificado de la cuenta consultado' },
  'provider_bank.blacklisted': { title: 'Cuenta bancaria en la lista negra', tone: 'red' },
  'provider_bank.viewed': { title: 'Número de cuenta consultado' },
  'provider_bank.default': { title: 'Cuenta por defecto cambiada' },
}

const fields: Record<string, string> = {
  mergedInto: 'Fusionado en',
  absorbed: 'Proveedor fusionado',
  legalName: 'Razón social',
  tradeName: 'Nombre comercial',
  taxIdType: 'Tipo de NIF',
  taxId: 'NIF',
  country: 'País',
  kind: 'Tipo',
  ledgerPrefix: 'Cuenta contable',
  defaultCategoryId: 'Categoría',
  multiBank: 'Varios bancos',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  address: 'Dirección',
  postalCode: 'Código postal',
  city: 'Población',
  website: 'Página web',
  contactName: 'Persona de contacto',
  provinceCode: 'Provincia',
  vatRegime: 'Régimen de IVA',
  excludedFrom347: 'Excluido del 347',
  paymentTermsDays: 'Plazo de pago (días)',
  paymentDay: 'Día de pago',
  paymentMethod: 'Forma de pago',
  notes: 'Notas',
  iban: 'IBAN',
  accountNumber: 'Número de cuenta',
  learned: 'Lectura aprendida',
  reserveEnabled: 'Fondo de reserva',
  reserveTarget: 'Objetivo del fondo',
  reserveMonthly: 'Aportación mensual',
  reserveDay: 'Día de la aportación',
  reserveAccount: 'Cuenta del fondo',
  verification: 'Verificación',
  verificationMethod: 'Método de verificación',
  evidence: 'Certificado de titularidad',
  payableFrom: 'Se puede pagar desde',
  isDefault: 'Cuenta por defecto',
  isDisabled: 'Deshabilitada',
  defaultIban: 'Cuenta por defecto',
}

const verifications: Record<string, string> = {
  unverified: 'Sin verificar',
  verified: 'Verificada',
  rejected: 'Rechazada',
  blacklisted: 'Lista negra',
}

/** Keys of other rows say nothing to a reader. */
const unshown = new Set([
  'bank',
  'defaultProfileId',
  'defaultVatCodeId',
  'defaultWithholdingCodeId',
  'siteIdIfGroup',
  'defaultPayerSiteId',
  'defaultBankAccountId',
])

/** What happened to a provider and its bank accounts; the category by its name. */
export const providerHistory = (entries: AuditEntry[], categories: Category[]): TimelineEvent[] =>
  timelineOf(entries, events, fields, {
    isShown: (field) => !unshown.has(field),
    wordOf: (field, value) => wordOf(field, value, categories),
  })

/** Codes, keys and instants as people read them. */
function wordOf(field: string, value: unknown, categories: Category[]): unknown {
  if (field === 'defaultCategoryId')
    return categories.find((category) => category.id === value)?.name ?? value
  if (typeof value !== 'string') return value
  if (field === 'payableFrom') return formatInstant(value)
  if (field === 'verification') return verifications[value] ?? value
  if (field !== 'verificationMethod') return value
  return verificationMethods.find((method) => method.value === value)?.label ?? value
}
