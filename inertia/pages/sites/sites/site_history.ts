import { formatAmount } from '#app/kernel/money/amount_text'
import { type AuditEntry, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import type { TimelineEvent } from '~/kit/detail/timeline'
import { colourOptions, provinceOptions } from './site_options'
import type { Choice, SiteOptions } from './site_page'

const events: Record<string, EventName> = {
  'site.created': { title: 'Empresa creada' },
  'site.changed': { title: 'Datos modificados' },
  'site.activate': { title: 'Empresa activada', tone: 'green' },
  'site.archive': { title: 'Empresa archivada', tone: 'amber' },
  'site.reactivate': { title: 'Empresa reactivada', tone: 'green' },
  'site.account_role_changed': { title: 'Cuenta contable cambiada' },
  'site.logo_changed': { title: 'Logotipo cambiado' },
  'site.logo_removed': { title: 'Logotipo quitado', tone: 'grey' },
  'site.public_link_rotated': { title: 'Enlace público creado', tone: 'blue' },
  'site.public_link_revoked': { title: 'Enlace público anulado', tone: 'amber' },
  'site_center.created': { title: 'Centro creado' },
  'site_center.changed': { title: 'Centro modificado' },
  'approval_policies.changed': { title: 'Nº de aprobaciones por importe modificado', tone: 'amber' },
  'setting_change.proposed': { title: 'Relajación de un control propuesta', tone: 'blue' },
  'setting_change.confirmed': { title: 'Relajación de un control confirmada', tone: 'amber' },
  'setting_change.rejected': { title: 'Relajación de un control rechazada', tone: 'grey' },
  'setting_change.withdrawn': { title: 'Relajación de un control retirada', tone: 'grey' },
  'approval.proposed': { title: 'Aprobación propuesta', tone: 'blue' },
  'approval.activated': { title: 'Aprobación activada', tone: 'green' },
  'approval.ended': { title: 'Aprobación finalizada', tone: 'grey' },
}

const fields: Record<string, string> = {
  legalName: 'Razón social',
  tradeName: 'Nombre comercial',
  code: 'Código',
  taxId: 'NIF',
  kind: 'Tipo',
  parentSiteId: 'Depende de',
  ownershipPercent: 'Participación (%)',
  isGroup: 'Del grupo',
  address: 'Dirección',
  postalCode: 'Código postal',
  city: 'Población',
  provinceCode: 'Provincia',
  startedOn: 'Inicio de actividad',
  closedOn: 'Cese',
  color: 'Color',
  territory: 'Territorio',
  baseCurrency: 'Moneda',
  accountWidth: 'Cifras de las cuentas',
  vatPeriod: 'Período del IVA',
  withholdingPeriod: 'Período de retenciones',
  withholdingAccrual: 'Devengo de retenciones',
  sii: 'SII',
  redeme: 'REDEME',
  cashBasis: 'Criterio de caja',
  prorataPercent: 'Prorrata (%)',
  invoiceEmailAlias: 'Correo de facturas',
  autoBookLimitMinor: 'Contabilizar sin aprobación hasta',
  paidFor: 'Puede pagar por',
  autoReconcile: 'Conciliar automáticamente',
  maxWriteoffMinor: 'Diferencia máxima',
  cardCeilingMinor: 'Techo de las tarjetas',
  salesSource: 'Origen de las ventas',
  policies: 'Nº de aprobaciones',
  approval_policies: 'Nº de aprobaciones',
  direct_booking: 'Contabilizar sin aprobación hasta',
  name: 'Nombre',
  rooms: 'Habitaciones',
  pmsCode: 'Código PMS',
  active: 'En uso',
}

/** Values by the names the forms give them; amounts in cents as amounts. */
function wordOf(field: string, value: unknown, options: SiteOptions): unknown {
  if (value === null || value === undefined) return value
  if (field.endsWith('Minor')) return formatAmount(Number(value), 'EUR')
  const choices: Record<string, Choice[]> = {
    kind: options.kinds,
    territory: options.territories,
    vatPeriod: options.periods,
    withholdingPeriod: options.periods,
    withholdingAccrual: options.accruals,
    salesSource: options.salesSources,
    parentSiteId: options.parents,
    provinceCode: provinceOptions,
    color: colourOptions,
  }
  return choices[field]?.find((choice) => choice.value === String(value))?.label ?? value
}

/** What happened to a company and its approvals. */
export const siteHistory = (entries: AuditEntry[], options: SiteOptions): TimelineEvent[] =>
  timelineOf(entries, events, fields, { wordOf: (field, value) => wordOf(field, value, options) })
