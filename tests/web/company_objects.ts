import { ALL_BANKS } from '#app/banking/providers/all_banks'
import type { BankStage } from '#tests/factories/bank_pages'
import type { makeWholeCompany } from '#tests/factories/company'

export type Company = Awaited<ReturnType<typeof makeWholeCompany>>
export type Keys = Record<string, string | number>

const NO_UUID = '00000000-0000-4000-8000-000000000000'

const bankKeys = (stage: BankStage): Keys => ({
  id: stage.connectorId,
  account: stage.accountId,
  beneficiary: stage.beneficiaryId,
  call: stage.callId,
  virtualAccount: stage.virtualAccountId,
})

/** Whose keys stand in an address, by how it begins; the first that fits. An address that fits none fails the test. */
export const OBJECTS: [string, (company: Company) => Keys][] = [
  ...ALL_BANKS.map(({ connector }): [string, (company: Company) => Keys] => [
    `${connector.path}/`,
    ({ banks }) => bankKeys(banks[connector.code] as BankStage),
  ]),
  ['/accounts/journal/manual/', ({ manualId }) => ({ id: manualId })],
  ['/accounts/journal/', ({ entryId }) => ({ entry: entryId })],
  ['/accounts/plan/imports/', () => ({ import: NO_UUID })],
  ['/accounts/opening-balances/', () => ({ import: NO_UUID })],
  ['/accounts/plan/', ({ ledgerAccountId, siteId }) => ({ account: ledgerAccountId, site: siteId })],
  ['/accounts/periods/', ({ siteId }) => ({ site: siteId, month: '202603' })],
  ['/accounts/fiscal-years/', ({ yearId }) => ({ year: yearId, transition: 'soft_close' })],
  ['/accounts/group-balances/', ({ siteId, otherId }) => ({ site: siteId, partner: otherId })],
  ['/accounts/letterings/', ({ reconciliationId }) => ({ id: reconciliationId })],
  [
    '/accounts/',
    (company) => ({
      id: company.accountId,
      line: company.lineId,
      statement: company.statementId,
      rule: company.ruleId,
      association: company.associationId,
      certificate: company.certificateId,
      user: 1,
      profile: 1,
    }),
  ],
  [
    '/invoices/',
    ({ invoiceId, invoiceLineId }) => ({ id: invoiceId, line: invoiceLineId, page: 1, file: 1, share: 1 }),
  ],
  ['/analisar-facturas/alarms/', ({ alarmId }) => ({ id: alarmId })],
  ['/analisar-facturas/runs/', ({ runId }) => ({ id: runId })],
  ['/payrecurrents/', ({ recurrentId, occurrenceId }) => ({ id: recurrentId, occurrence: occurrenceId })],
  ['/paypayrolls/uploads/', () => ({ import: NO_UUID })],
  ['/paypayrolls/', ({ payrollId }) => ({ id: payrollId })],
  ['/payroll-runs/', ({ payrollRunId }) => ({ id: payrollRunId })],
  ['/paysuppliers/uploads/', () => ({ import: NO_UUID })],
  ['/paysuppliers/invoices/', ({ invoiceId }) => ({ id: invoiceId })],
  ['/paysuppliers/provisions/', ({ provisionId }) => ({ id: provisionId })],
  ['/paylegalprocedures/', ({ costId }) => ({ cost: costId })],
  [
    '/legal_procedure/',
    ({ procedureId, procedurePhaseId, costId }) => ({
      id: procedureId,
      phase: procedurePhaseId,
      cost: costId,
      offset: 1,
      file: 1,
    }),
  ],
  [
    '/payexpenses/',
    ({ noteId, noteLineId }) => ({ id: noteId, line: noteLineId, receipt: 1, page: 1, message: 1 }),
  ],
  ['/configuracion-refacturacion/claves/imports/', () => ({ import: NO_UUID })],
  ['/configuracion-refacturacion/claves/', ({ allocationKeyId }) => ({ key: allocationKeyId })],
  ['/configuracion-refacturacion/', ({ rebillingSettingId }) => ({ id: rebillingSettingId })],
  ['/refacturacion/', ({ chargeId }) => ({ id: chargeId })],
  ['/loansResumen/', ({ siteId, partnerId }) => ({ lender: partnerId, borrower: siteId })],
  ['/loans/compensations/', ({ compensationId }) => ({ id: compensationId })],
  ['/loans/', ({ loanId }) => ({ id: loanId, payment: 1, movement: 1, file: 1 })],
  ['/payment-orders/', ({ orderId }) => ({ id: orderId, file: 1 })],
  ['/payment-batches/', ({ batchId }) => ({ id: batchId })],
  ['/automatic-processes/', ({ jobRunId }) => ({ key: 'reconciliation.suggest-matches', id: jobRunId })],
  ['/payment-processes/', ({ jobRunId }) => ({ key: 'reconciliation.suggest-matches', id: jobRunId })],
  ['/historypay/imports/', () => ({ import: NO_UUID })],
  ['/historypay/', ({ orderId }) => ({ id: orderId })],
  ['/provider-contracts/', ({ contractId }) => ({ id: contractId, file: 1, deposit: 1 })],
  [
    '/refacturacion-historico/facturas/',
    ({ issuedInvoiceId, issuedRecordId }) => ({ id: issuedInvoiceId, record: issuedRecordId }),
  ],
  ['/employees/imports/', () => ({ import: NO_UUID })],
  ['/employees/', ({ employeeId }) => ({ id: employeeId, absence: 1, bank: 1, document: 1 })],
  ['/sites/pending-changes/', ({ settingChangeId }) => ({ change: settingChangeId })],
  [
    '/sites/',
    ({ siteId, approvalId, centerId, issuedSeriesId }) => ({
      id: siteId,
      approval: approvalId,
      center: centerId,
      series: issuedSeriesId,
      role: 'bank',
    }),
  ],
]
