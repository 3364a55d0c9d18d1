import { type AuditEntry, amountsAndDays, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import type { TimelineEvent } from '~/kit/detail/timeline'

const events: Record<string, EventName> = {
  'contract.created': { title: 'Borrador creado' },
  'contract.changed': { title: 'Borrador modificado' },
  'contract.submit': { title: 'Enviado a aprobación', tone: 'blue' },
  'contract.return': { title: 'Devuelto a borrador', tone: 'amber' },
  'contract.approve': { title: 'Aprobado', tone: 'green' },
  'contract.suspend': { title: 'Suspendido', tone: 'amber' },
  'contract.resume': { title: 'Reanudado', tone: 'green' },
  'contract.terminate': { title: 'Rescindido', tone: 'red' },
  'contract.expire': { title: 'Vencido' },
  'contract.renewed': { title: 'Renovado', tone: 'green' },
  'contract.amendment_drafted': { title: 'Adenda en preparación' },
  'contract.amended': { title: 'Adenda aprobada', tone: 'green' },
  'contract.prices_revised': { title: 'Precios revisados', tone: 'blue' },
  'contract.file_added': { title: 'Archivo adjuntado' },
  'contract.file_removed': { title: 'Archivo eliminado', tone: 'amber' },
  'contract.deposit_paid': { title: 'Fianza entregada', tone: 'blue' },
  'contract.deposit_returned': { title: 'Fianza devuelta', tone: 'green' },
}

const fields: Record<string, string> = {
  title: 'Título',
  kind: 'Tipo',
  currency: 'Moneda',
  signedOn: 'Firmado',
  startsOn: 'Inicio',
  endsOn: 'Fin',
  noticeDays: 'Preaviso (días)',
  autoRenew: 'Se renueva',
  renewalMonths: 'Meses de renovación',
  billingFrequency: 'Facturación',
  expectedDay: 'Día esperado',
  expectedAmountMinor: 'Importe esperado',
  amountTolerancePercent: 'Tolerancia (%)',
  paymentTermsDays: 'Plazo de pago',
  capMinor: 'Tope',
  capPeriod: 'Tope por',
  indexation: 'Revisión',
  indexPercent: 'Porcentaje',
  indexBaseMonth: 'Mes base',
  indexFloor: 'Nunca a la baja',
  lastIndexedOn: 'Última revisión',
  depositMinor: 'Fianza',
  guaranteeUntil: 'Garantía hasta',
  ledgerAccountCode: 'Cuenta contable',
  requiresInvoiceMatch: 'Exige contrato',
  notes: 'Notas',
  items: 'Precios',
  file: 'Archivo',
  amendment: 'Adenda',
}

/** Keys of other rows say nothing to a reader. */
const unshown = new Set([
  'providerId',
  'siteIds',
  'vatCodeId',
  'withholdingCodeId',
  'categoryId',
  'profileId',
  'centerId',
  'ownerUserId',
])

/** What happened to a contract, in words; of a list what came and what went. */
export function contractHistory(entries: AuditEntry[], currency: string): TimelineEvent[] {
  const wordOf = amountsAndDays(currency)
  return timelineOf(entries, events, fields, {
    isShown: (field) => !unshown.has(field),
    sidesOf: (field, [before, after]) =>
      Array.isArray(before) && Array.isArray(after)
        ? [without(before, after), without(after, before)]
        : [wordOf(field, before), wordOf(field, after)],
  })
}

const without = (some: unknown[], others: unknown[]) => some.filter((one) => !others.includes(one)).join('; ')
