import { followBanks } from '#app/accounts/payee_bank_followers'
import { followBlacklist } from '#app/blacklist/sweepers'
import { followContracts } from '#app/contracts/contract_followers'
import { answerPorts } from '#app/invoices/answers'
import { derived, invariants } from '#app/invoices/invariants'
import { defineArea } from '#app/kernel/area'
import { guardMonths } from '#app/ledger/month_guards'
import { lineHistory } from '#app/profiles/line_history'
import { followMerges } from '#app/providers/merge_followers'
import { followStates } from '#app/providers/state_followers'

/** Supplier invoices from the file to the booked entry. */
export const invoices = defineArea({
  name: 'invoices',
  floor: 10,
  tables: [
    'invoices',
    'invoice_files',
    'invoice_lines',
    'invoice_tax_groups',
    'invoice_alarms',
    'invoice_editors',
    'invoice_action_logs',
    'invoice_audit_rules',
    'invoice_audit_runs',
    'invoice_party_aliases',
    'ocr_jobs',
    'provider_stats',
    'provider_months',
    'reading_hints',
    'reading_lessons',
    'supplier_provisions',
  ],
  invariants,
  derived,
  documents: [
    {
      type: 'invoice',
      label: 'Factura',
      path: (id) => `/invoices/${id}`,
      number: (id) => `select coalesce(di.invoice_number, di.reference) from invoices di where di.id = ${id}`,
    },
    {
      type: 'invoice_withholding',
      label: 'Factura',
      path: (id) => `/invoices/${id}`,
      number: (id) => `select coalesce(di.invoice_number, di.reference) from invoices di where di.id = ${id}`,
    },
    { type: 'supplier_provision', label: 'Provisión', path: () => '/paysuppliers?tab=provisions' },
  ],
  menu: {
    invoices: ['invoices/invoices/show', 'invoices/ocr_jobs/index'],
    'invoice-action-logs.index': [],
    'analyze.invoice': [
      'invoices/audit_runs/index',
      'invoices/audit_runs/show',
      'invoices/audit_rules/index',
      'invoices/risk_providers/index',
      'invoices/audit_statistics/index',
    ],
  },
  routes: [() => import('#app/invoices/audit_routes'), () => import('#app/invoices/routes')],
  jobs: [
    async () => (await import('#app/invoices/jobs/release_retentions_job')).releaseRetentionsJob,
    async () => (await import('#app/invoices/jobs/audit_job')).auditJob,
    async () => (await import('#app/invoices/jobs/audit_job')).nightlyAuditJob,
    async () => (await import('#app/invoices/jobs/audit_job')).providerStatsJob,
    async () => (await import('#app/invoices/jobs/hold_against_contract_job')).holdAgainstContractJob,
    async () => (await import('#app/invoices/jobs/open_log_months_job')).openLogMonthsJob,
    async () => (await import('#app/invoices/jobs/read_invoice_job')).readInvoiceJob,
    async () => (await import('#app/invoices/jobs/reclassify_job')).reclassifyJob,
    async () => (await import('#app/invoices/jobs/wake_alarms_job')).wakeAlarmsJob,
  ],
  refusals: {
    CI001: 'Lo retenido o ya pagado de una factura solo pasa a pagarse si alguien lo libera y dice por qué.',
    CI002: 'No es una factura: no se aprueba, ni se contabiliza, ni se paga.',
    CI003: 'Diga por qué es una factura lo que no lo parecía.',
    CA023: 'La provisión ya está pagada o en pago, o el importe supera lo pendiente: recargue la página.',
    CA049: 'La factura está en otra moneda y no tiene tipo de cambio de su fecha: fíjelo antes.',
    CA031: 'La factura no tiene las aprobaciones que necesita de personas ajenas a ella.',
    CA032: 'Una factura contabilizada no se modifica: descontabilícela antes.',
    CA033: 'Los importes por tipo de IVA no suman los totales de la factura: corrija los totales.',
    CA034: 'La factura llegó por la página pública y nadie la ha aceptado todavía.',
    CA035: 'Solo se contabiliza sin aprobación dentro del límite de la empresa y sin alarmas abiertas.',
  },
  /** Suppliers, expense profiles and contracts know nothing of invoices: what they need of them is registered here. */
  boot() {
    answerPorts()
    followBanks(async (bank) => {
      const { auditInvoicesOfBank } = await import('#app/invoices/auditing/audit_open_invoices')
      await auditInvoicesOfBank(bank)
    })
    followStates(async (providerId) => {
      const { auditInvoicesOfProvider } = await import('#app/invoices/auditing/audit_open_invoices')
      await auditInvoicesOfProvider(providerId)
    })
    lineHistory.answer(async (wanted) => {
      const { historyLines } = await import('#app/invoices/queries/history_lines')
      return historyLines(wanted)
    })
    followBlacklist({
      noun: 'facturas que lo llevan impreso',
      affected: async (like, scope) =>
        (await import('#app/invoices/approval/sweep_listed_invoices')).affectedInvoices(like, scope),
      sweep: async (ids) =>
        (await import('#app/invoices/approval/sweep_listed_invoices')).sweepListedInvoices(ids),
    })
    followMerges({
      sites: (provider) =>
        `select site_id from invoices where provider_id = ${provider} and site_id is not null`,
      count: async (sourceId, trx) =>
        (await import('#app/invoices/booking/merge_invoices')).countInvoices(sourceId, trx),
      refuse: async (pair, trx) =>
        (await import('#app/invoices/booking/merge_invoices')).refuseSameNumbers(pair, trx),
      move: async (merge, trx) =>
        (await import('#app/invoices/booking/merge_invoices')).mergeInvoices(merge, trx),
      after: async (merge) => (await import('#app/invoices/booking/merge_invoices')).judgeMerged(merge),
    })
    guardMonths(async (month, trx) => (await import('#app/invoices/guard_month')).guardUnbooked(month, trx))
    followContracts(async (contract) => {
      const { enqueueHold } = await import('#app/invoices/editing/enqueue_hold')
      await enqueueHold(contract)
    })
  },
})
