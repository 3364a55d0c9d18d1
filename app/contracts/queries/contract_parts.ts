import { type ExpectedPeriod, expectedPeriods } from '#app/contracts/calendar/expected_periods'
import {
  type ContractFileKind,
  DEPOSIT_TERMS,
  type DepositTerm,
  FILE_KINDS,
} from '#app/contracts/contract_labels'
import type ProviderContract from '#app/contracts/models/provider_contract'
import type { Scope } from '#app/contracts/queries/list_contracts'
import { type ContractStatus, contractWorkflow } from '#app/contracts/workflows/contract_workflow'
import { oneRow, rows } from '#app/kernel/database/sql'
import type { Currency } from '#app/kernel/money/currency'
import { addMonths, type CalendarDate, today } from '#app/kernel/time/calendar_date'

const scopeBindings = (scope: Scope) => ({ all: scope === 'all', ids: scope === 'all' ? [] : scope })

export type CalendarEntry = ExpectedPeriod & {
  state: 'received' | 'missing' | 'pending'
  baseMinor: number
  invoices: number
}

/** What was expected and what came, the latest period first, with the month to come. */
export async function listCalendar(contract: ProviderContract, scope: Scope): Promise<CalendarEntry[]> {
  const day = today()
  const until = contract.endedOn ?? contract.endsOn
  const periods = expectedPeriods(
    {
      frequency: contract.billingFrequency,
      startsOn: contract.startsOn,
      endsOn: until,
      expectedDay: contract.expectedDay,
    },
    addMonths(day, 1)
  )
  if (periods.length === 0) return []
  const months = await rows<{ month: CalendarDate; baseMinor: number; invoices: number }>(
    `select date_trunc('month', day)::date as month, sum(base_minor)::bigint as base_minor, count(distinct invoice_id)::int as invoices from contract_lines
      where contract_id = :id and (:all or site_id = any(:ids::bigint[])) group by 1`,
    { id: contract.rootId, ...scopeBindings(scope) }
  )
  return periods.reverse().map((period) => {
    const own = months.filter(({ month }) => month >= period.from.slice(0, 8) && month <= period.to)
    const invoices = own.reduce((sum, one) => sum + one.invoices, 0)
    const baseMinor = own.reduce((sum, one) => sum + one.baseMinor, 0)
    const state = invoices > 0 ? 'received' : period.expectedOn < day ? 'missing' : 'pending'
    return { ...period, state, baseMinor, invoices }
  })
}

/** Amendments of a contract in their order. */
export async function listAmendments(contractId: number) {
  const found = await rows<{
    id: number
    reference: string
    title: string
    startsOn: CalendarDate
    status: ContractStatus
  }>(
    `select id, reference, title, starts_on, status from provider_contracts where parent_contract_id = :contractId order by amendment_no`,
    { contractId }
  )
  return found.map(({ status, startsOn, ...amendment }) => ({
    ...amendment,
    startsOn,
    status: { label: contractWorkflow.label(status), tone: contractWorkflow.tone(status) },
  }))
}

/** Papers of a contract, the latest first. */
export async function listFiles(contractId: number) {
  const found = await rows<{
    id: number
    kind: ContractFileKind
    name: string
    sizeBytes: number
    sha256: string
    who: string | null
    at: Date
  }>(
    `select c.id, c.kind, f.name, f.size_bytes, c.sha256, u.name as who, c.created_at as at from contract_files c join files f on f.id = c.file_id
       left join users u on u.id = c.created_by where c.contract_id = :contractId order by c.id desc`,
    { contractId }
  )
  return found.map(({ kind, sizeBytes, at, ...file }) => ({
    ...file,
    isSigned: kind === 'signed',
    kind: FILE_KINDS[kind],
    sizeBytes,
    at: at.toISOString(),
  }))
}

/** Deposits of a contract with the companies in scope. */
export async function listDeposits(contractId: number, scope: Scope) {
  const found = await rows<{
    id: number
    site: string
    siteId: number
    term: DepositTerm
    amountMinor: number
    currency: Currency
    paidOn: CalendarDate
    returnedOn: CalendarDate | null
  }>(
    `select d.id, s.code as site, d.site_id, d.term, d.amount_minor, c.currency, d.paid_on, d.returned_on from contract_deposits d join sites s on s.id = d.site_id
       join provider_contracts c on c.id = d.contract_id where d.contract_id = :contractId and (:all or d.site_id = any(:ids::bigint[])) order by d.id`,
    { contractId, ...scopeBindings(scope) }
  )
  return found.map(({ id, site, siteId, term, amountMinor, currency, paidOn, returnedOn }) => ({
    id,
    site,
    siteId,
    term: DEPOSIT_TERMS[term],
    amount: { minor: amountMinor, currency },
    paidOn,
    returnedOn,
  }))
}

/** What the contract has been billed: in all, and in the period of its cap that today lies in. */
export function sumUsage({
  rootId,
  capPeriod,
}: ProviderContract): Promise<{ totalMinor: number; periodMinor: number }> {
  return oneRow(
    `select coalesce(sum(base_minor), 0)::bigint as total_minor,
            coalesce(sum(base_minor) filter (where :whole or day >= date_trunc(:unit, current_date)::date), 0)::bigint as period_minor
       from contract_lines where contract_id = :rootId`,
    { rootId, whole: capPeriod === 'contract', unit: capPeriod === 'month' ? 'month' : 'year' }
  )
}
