import { rows } from '#app/kernel/database/sql'
import type { ReportTable } from '#app/kernel/documents/pdf_report'
import { isDomainError } from '#app/kernel/domain_error'
import type { MoneyJson } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import type { Tone } from '#app/kernel/workflow'
import { buildSchedule } from '#app/loans/schedule/build_schedule'
import type { Loan } from '#app/loans/terms/loan'
import { scheduleTerms } from '#app/loans/terms/schedule_terms'
import { INSTALLMENT_STATES, type InstallmentStatus } from '#app/loans/workflows/installment_status'

export type ScheduleLine = {
  key: string
  /** Number of the instalment; null of an early payment. */
  seq: number | null
  dueOn: CalendarDate
  opening: MoneyJson
  principal: MoneyJson
  interest: MoneyJson
  fee: MoneyJson
  withholding: MoneyJson
  total: MoneyJson
  paid: MoneyJson
  status: { label: string; tone: Tone }
}

export type ScheduleVersion = { version: number; lines: ScheduleLine[] }

/** The schedules of a loan: the one that holds first, then those before it; of a draft what its terms come to. */
export async function scheduleProps(loan: Loan): Promise<{ versions: ScheduleVersion[]; isDraft: boolean }> {
  if (loan.status === 'draft') return { versions: draftOf(loan), isDraft: true }
  const found = await installmentsOf(loan.id)
  const early = await earlyOf(loan.id)
  const last = Math.max(loan.scheduleVersion, ...found.map(({ version }) => version), 0)
  const versions = Array.from({ length: last }, (_, index) => last - index)
  const heldIn = (version: number) =>
    found.filter((row) => row.version <= version && (row.replacedIn === null || row.replacedIn > version))
  return {
    isDraft: false,
    versions: versions.map((version) => ({
      version,
      lines: [
        ...heldIn(version).map((row) => lineOf(row, loan)),
        ...(version === last ? early.map((row) => earlyLine(row, loan)) : []),
      ].toSorted(byDay),
    })),
  }
}

type Found = {
  id: number
  version: number
  replacedIn: number | null
  seq: number
  dueOn: CalendarDate
  openingMinor: number
  principalMinor: number
  interestMinor: number
  feeMinor: number
  withholdingMinor: number
  totalMinor: number
  paidMinor: number
  status: InstallmentStatus
}

const installmentsOf = (loanId: number): Promise<Found[]> =>
  rows<Found>(
    `select id, version, replaced_in, seq, due_on, opening_minor, principal_minor, interest_minor, fee_minor, withholding_minor, total_minor,
        paid_principal_minor + paid_interest_minor + paid_fee_minor as paid_minor, status from loan_installments where loan_id = :loanId order by due_on, seq`,
    { loanId }
  )

type Early = { id: number; on: CalendarDate; principalMinor: number; interestMinor: number; type: string }

const earlyOf = (loanId: number): Promise<Early[]> =>
  rows<Early>(
    `select m.id, m.value_on as "on", m.early_principal_minor as principal_minor, m.early_interest_minor as interest_minor, m.type from loan_movements m
      where m.loan_id = :loanId and m.early_principal_minor > 0 and not exists (select 1 from loan_movements r where r.reverses_id = m.id)`,
    { loanId }
  )

function lineOf(row: Found, { currency }: Loan): ScheduleLine {
  const money = (minor: number) => ({ minor, currency })
  return {
    key: String(row.id),
    seq: row.seq,
    dueOn: row.dueOn,
    opening: money(row.openingMinor),
    principal: money(row.principalMinor),
    interest: money(row.interestMinor),
    fee: money(row.feeMinor),
    withholding: money(row.withholdingMinor),
    total: money(row.totalMinor),
    paid: money(row.paidMinor),
    status: row.replacedIn === null ? INSTALLMENT_STATES[row.status] : { label: 'Sustituida', tone: 'grey' },
  }
}

function earlyLine({ id, on, principalMinor, interestMinor, type }: Early, { currency }: Loan): ScheduleLine {
  const money = (minor: number) => ({ minor, currency })
  const total = money(principalMinor + interestMinor)
  const label = type === 'compensation' ? 'Compensada' : 'Anticipada'
  return {
    key: `early-${id}`,
    seq: null,
    dueOn: on,
    opening: money(0),
    principal: money(principalMinor),
    interest: money(interestMinor),
    fee: money(0),
    withholding: money(0),
    total,
    paid: total,
    status: { label, tone: 'green' },
  }
}

const byDay = (a: ScheduleLine, b: ScheduleLine) =>
  a.dueOn === b.dueOn ? Number(a.seq === null) - Number(b.seq === null) : a.dueOn < b.dueOn ? -1 : 1

/** What the terms of a draft come to; nothing while they are not told. */
function draftOf(loan: Loan): ScheduleVersion[] {
  if (loan.kind !== 'term' || !loan.isConfigured) return []
  const lines = plannedLines(loan)
  return lines.length === 0 ? [] : [{ version: 1, lines }]
}

function plannedLines(loan: Loan): ScheduleLine[] {
  try {
    return buildSchedule(scheduleTerms(loan)).map((row) =>
      lineOf(
        {
          ...row,
          id: row.seq ?? 0,
          version: 1,
          replacedIn: null,
          seq: row.seq ?? 0,
          feeMinor: row.seq === 1 ? loan.feeMinor : 0,
          totalMinor: row.totalMinor + (row.seq === 1 ? loan.feeMinor : 0),
          paidMinor: 0,
          status: 'planned',
        },
        loan
      )
    )
  } catch (error) {
    if (isDomainError(error)) return []
    throw error
  }
}

/** A version of a schedule as a sheet. */
export function scheduleTable({ version, lines }: ScheduleVersion): ReportTable {
  return {
    title: `Cuadro, versión ${version}`,
    columns: [
      { header: 'Nº', share: 1 },
      { header: 'Vencimiento', share: 2 },
      { header: 'Capital inicial', share: 2 },
      { header: 'Amortización', share: 2 },
      { header: 'Intereses', share: 2 },
      { header: 'Comisión', share: 2 },
      { header: 'Retención', share: 2 },
      { header: 'Cuota', share: 2 },
      { header: 'Pagado', share: 2 },
      { header: 'Estado', share: 2 },
    ],
    rows: lines.map((line) => [
      line.seq,
      formatDay(line.dueOn),
      line.opening,
      line.principal,
      line.interest,
      line.fee,
      line.withholding,
      line.total,
      line.paid,
      line.status.label,
    ]),
  }
}
