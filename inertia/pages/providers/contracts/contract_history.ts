import { formatAmount } from '#app/kernel/amount_text'
import { formatDay, isCalendarDate } from '#app/kernel/calendar_date'
import { type AuditEntry, type EventName, timelineOf } from '~/kit/audit_timeline'
import type { TimelineEvent } from '~/kit/timeline'

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

/** What happened to a contract, in words. */
export function contractHistory(entries: AuditEntry[], currency: string): TimelineEvent[] {
  const readable = entries.map((entry) => ({
    ...entry,
    diff: entry.diff
      ? Object.fromEntries(
          Object.entries(entry.diff)
            .filter(([field]) => !unshown.has(field))
            .map(([field, pair]): [string, [unknown, unknown]] => [field, sides(field, pair, currency)])
        )
      : null,
  }))
  return timelineOf(readable, events, fields)
}

function sides(field: string, [before, after]: [unknown, unknown], currency: string): [unknown, unknown] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [gone, come] = [
      before.filter((one) => !after.includes(one)),
      after.filter((one) => !before.includes(one)),
    ]
    return [gone.join('; '), come.join('; ')]
  }
  return [wordOf(field, before, currency), wordOf(field, after, currency)]
}

function wordOf(field: string, value: unknown, currency: string): unknown {
  if (field.endsWith('Minor') && typeof value === 'number') return formatAmount(value, currency)
  return typeof value === 'string' && isCalendarDate(value) ? formatDay(value) : value
}
