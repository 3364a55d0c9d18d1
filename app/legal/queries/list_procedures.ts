import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { isAugustOff } from '#app/legal/actions/set_august'
import { COURT_KINDS } from '#app/legal/judicial_days'
import { PROCEDURE_KINDS, type ProcedureKind } from '#app/legal/legal_labels'
import { type ProcedureStatus, procedureWorkflow } from '#app/legal/workflows/procedure_workflow'

export type ProcedureRow = {
  id: number
  number: string
  site: string
  title: string
  kind: string
  /** Court and number of the file. */
  court: string
  /** Names of the phases that are active. */
  phase: string
  nextDeadline: CalendarDate | null
  /** The next term is five days away or less. */
  isUrgent: boolean
  planned: MoneyJson
  paid: MoneyJson
  pending: MoneyJson
  isConfidential: boolean
  status: Badge
}

/** Planned costs of the phases, or what is noted as costs where that is more; and what of it is paid or offset (area 30, rule 2). */
const SUMS = `left join lateral (
    select greatest(coalesce((select sum(planned_cost_minor) from legal_procedure_phases where procedure_id = p.id and status <> 'skipped'), 0),
        coalesce(sum(c.total_minor) filter (where c.status <> 'cancelled'), 0))::bigint as planned_minor, coalesce(sum(c.paid_minor), 0)::bigint as paid_minor,
        coalesce(sum(c.total_minor - c.paid_minor) filter (where c.status not in ('cancelled', 'planned')), 0)::bigint as owed_minor
      from legal_procedure_costs c where c.procedure_id = p.id) s on true`

const NEXT = `(select min(h.deadline_on) from legal_procedure_phases h where h.procedure_id = p.id and h.status = 'active' and p.status in ('open', 'suspended'))`

const definition: ListDefinition = {
  from: 'legal_procedures p',
  key: 'p.id',
  joins: `join sites t on t.id = p.site_id ${SUMS}
    left join lateral (select string_agg(h.name, ', ' order by h.position) as names from legal_procedure_phases h where h.procedure_id = p.id and h.status = 'active') a on true`,
  select: `p.id, p.number, t.code as site, p.title, p.kind, concat_ws(' · ', p.court, p.court_number) as court, coalesce(a.names, '') as phase, ${NEXT} as next_deadline,
    coalesce(${NEXT} <= current_date + 5, false) as is_urgent, s.planned_minor, s.paid_minor, s.owed_minor, p.confidential as is_confidential, p.status`,
  sorts: {
    number: { sql: 'p.id', type: 'bigint' },
    title: { sql: 'p.title collate "es-x-icu"', type: 'text' },
    next_deadline: { sql: NEXT, type: 'date' },
  },
  defaultSort: '-number',
}

type FoundProcedure = {
  id: number
  number: string
  site: string
  title: string
  kind: ProcedureKind
  court: string
  phase: string
  nextDeadline: CalendarDate | null
  isUrgent: boolean
  plannedMinor: number
  paidMinor: number
  owedMinor: number
  isConfidential: boolean
  status: ProcedureStatus
}

/** Procedimientos. */
export const proceduresList: List<FoundProcedure, ProcedureRow> = {
  name: 'procedimientos',
  definition,
  toRow: procedureRow,
  columns: [
    { key: 'number', title: 'Nº', kind: 'reference', sort: 'number' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'title', title: 'Título', kind: 'name', second: 'court', sort: 'title', file: { width: 40 } },
    { key: 'kind', title: 'Tipo', kind: 'text', card: 'hidden' },
    { key: 'court', title: 'Juzgado/Autos', kind: 'text', isOptional: true, file: { width: 32 } },
    { key: 'phase', title: 'Fase actual', kind: 'text', file: { width: 24 } },
    { key: 'nextDeadline', title: 'Próximo plazo', kind: 'day', sort: 'next_deadline' },
    { key: 'planned', title: 'Previsto', kind: 'money', isOptional: true, card: 'hidden' },
    { key: 'paid', title: 'Pagado', kind: 'money', card: 'hidden' },
    { key: 'pending', title: 'Pendiente', kind: 'money', card: 'figure' },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
}

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

function procedureRow(found: FoundProcedure): ProcedureRow {
  return {
    id: found.id,
    number: found.number,
    site: found.site,
    title: found.title,
    kind: PROCEDURE_KINDS[found.kind],
    court: found.court,
    phase: found.phase,
    nextDeadline: found.nextDeadline,
    isUrgent: found.isUrgent,
    planned: euros(found.plannedMinor),
    paid: euros(found.paidMinor),
    pending: euros(found.owedMinor),
    isConfidential: found.isConfidential,
    status: { label: procedureWorkflow.label(found.status), tone: procedureWorkflow.tone(found.status) },
  }
}

/** What the filters of the list ask beside columns. */
export const PROCEDURE_FILTERS: Record<string, string> = {
  urgent: `${NEXT} <= current_date + 15`,
  owed: `exists (select 1 from legal_procedure_costs c where c.procedure_id = p.id and c.status in ('payable', 'ordered'))`,
}

/** Figures over the procedures that the viewer sees: how many are open, terms of the next fortnight, and what is owed. */
export async function procedureFigures(filter: Filter) {
  const where = filter.where.length > 0 ? `where ${filter.where.join(' and ')}` : ''
  const also = filter.where.length > 0 ? `and ${filter.where.join(' and ')}` : ''
  const [found] = await rows<{ open: number; urgent: number; owed: number; provided: number }>(
    `select count(*) filter (where p.status in ('open', 'suspended'))::int as open, coalesce(sum(p.provision_minor), 0)::bigint as provided,
        (select count(*)::int from legal_procedure_phases h join legal_procedures p on p.id = h.procedure_id
          where h.status = 'active' and h.deadline_on <= current_date + 15 and p.status in ('open', 'suspended') ${also}) as urgent,
        (select coalesce(sum(c.total_minor - c.paid_minor), 0)::bigint from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id
          where c.status in ('payable', 'ordered') ${also}) as owed
       from legal_procedures p ${where}`,
    filter.bindings
  )
  return {
    open: found?.open ?? 0,
    urgent: found?.urgent ?? 0,
    owed: euros(found?.owed ?? 0),
    provided: euros(found?.provided ?? 0),
  }
}

export type DeadlineRow = {
  key: string
  id: number
  number: string
  title: string
  site: string
  phase: string
  deadlineOn: CalendarDate
  isUrgent: boolean
  isAugust: boolean
}

/** Terms of the procedures in hand, the past ones that are still open first. Those of courts in August are marked where August does not count. */
export async function deadlineCalendar(filter: Filter): Promise<DeadlineRow[]> {
  const where = [
    'h.deadline_on is not null',
    `h.status in ('active', 'pending')`,
    `p.status in ('open', 'suspended')`,
    ...filter.where,
  ]
  const found = await rows<Omit<DeadlineRow, keyof FoundTerm> & FoundTerm>(
    `select h.id::text as key, p.id, p.number, p.title, t.code as site, h.name as phase, h.deadline_on, h.deadline_on <= current_date + 5 as is_urgent,
        extract(month from h.deadline_on) = 8 and p.kind = any(:courtKinds::text[]) and :isAugustOff as is_august
       from legal_procedure_phases h join legal_procedures p on p.id = h.procedure_id join sites t on t.id = p.site_id where ${where.join(' and ')}
      order by h.deadline_on, h.id limit 500`,
    { ...filter.bindings, courtKinds: COURT_KINDS, isAugustOff: await isAugustOff() }
  )
  return found.map(({ deadlineOn, isUrgent, isAugust, ...row }) => ({
    ...row,
    deadlineOn,
    isUrgent,
    isAugust,
  }))
}

type FoundTerm = { deadlineOn: CalendarDate; isUrgent: boolean; isAugust: boolean }
