import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { DraftLine, JournalDraft } from '#app/ledger/journal_draft'

/** A salary with its breakdown in cents and the accounts of its company. */
export type PayrollToAccrue = {
  payrollId: number
  siteId: number
  employeeId: number
  employeeName: string
  description: string
  postedOn: CalendarDate
  grossMinor: number
  irpfMinor: number
  socialMinor: number
  /** The company's own share; 0 where the file does not say it. */
  employerSocialMinor: number
  netMinor: number
  accounts: {
    wages: number
    employerSocial: number
    payable: number
    social: number
    withholding: number
  }
  createdBy: number | null
}

/** `payroll.accrue` (area 00 §6): 640 and 642 against 4650, 476 and 4751. */
export function payrollAccrual(payroll: PayrollToAccrue): JournalDraft {
  const { accounts, employeeId, payrollId } = payroll
  const document = { documentType: 'payroll_payment', documentId: payrollId }
  const person = { counterpartyType: 'employee' as const, counterpartyId: employeeId }
  const lines: DraftLine[] = [
    { accountId: accounts.wages, amountMinor: payroll.grossMinor },
    { accountId: accounts.employerSocial, amountMinor: payroll.employerSocialMinor },
    { accountId: accounts.payable, amountMinor: -payroll.netMinor, ...document, ...person },
    { accountId: accounts.social, amountMinor: -(payroll.socialMinor + payroll.employerSocialMinor) },
    { accountId: accounts.withholding, amountMinor: -payroll.irpfMinor },
  ]
  return {
    siteId: payroll.siteId,
    postedOn: payroll.postedOn,
    journal: 'nomina',
    kind: 'payroll.accrue',
    idempotencyKey: `payroll_payment:${payrollId}:accrued:1`,
    description: payroll.description.slice(0, 250),
    sourceType: 'payroll_payment',
    sourceId: payrollId,
    createdBy: payroll.createdBy,
    lines: lines.filter(({ amountMinor }) => amountMinor !== 0),
  }
}
