import { type Actor, changedFields } from '#app/audit/record_event'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { execute, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, compareDays, today, yearOf } from '#app/kernel/time/calendar_date'
import {
  type LockedProcedure,
  lockProcedure,
  record,
  refuseProvider,
  refuseStale,
} from '#app/legal/actions/lock_procedure'
import { isAugustOff } from '#app/legal/actions/set_august'
import { COURT_KINDS, planSpans } from '#app/legal/judicial_days'
import type { PartyRole, Probability, ProcedureKind } from '#app/legal/legal_labels'
import { refuseAct } from '#app/legal/procedure_hindrances'

/** What people write of a procedure; the amount claimed in cents of EUR. */
export type ProcedureInput = {
  kind: ProcedureKind
  title: string
  court: string | null
  courtNumber: string | null
  counterparty: string | null
  role: PartyRole
  lawyerProviderId: number | null
  solicitorProviderId: number | null
  claimMinor: number | null
  probability: Probability | null
  expectedCloseOn: CalendarDate | null
  responsibleUserId: number | null
  confidential: boolean
  notes: string | null
}

export type NewProcedure = ProcedureInput & {
  siteId: number
  /** Phases of the catalogue, in this order. */
  phaseIds: readonly number[]
}

/** Makes a draft with its phases. Gives its key and number. Throws at the field that is wrong. */
export async function createProcedure(
  { siteId, phaseIds, ...input }: NewProcedure,
  actor: Actor
): Promise<{ id: number; number: string }> {
  return namingTheCourt(() =>
    inTransaction(async (trx) => {
      await refuseBad(input, siteId, trx)
      const number = await nextNumber(trx)
      const { id } = await oneRow<{ id: number }>(
        `insert into legal_procedures (number, site_id, kind, title, court, court_number, counterparty, role, lawyer_provider_id, solicitor_provider_id, claim_minor, probability,
            expected_close_on, responsible_user_id, confidential, notes, created_by, updated_by)
         values (:number, :siteId, :kind, :title, :court, :courtNumber, :counterparty, :role, :lawyerProviderId, :solicitorProviderId, :claimMinor, :probability,
            :expectedCloseOn, :responsibleUserId, :confidential, :notes, :userId, :userId) returning id`,
        { ...input, number, siteId, userId: actor.userId },
        trx
      )
      await addTemplate(id, phaseIds, input.kind, actor, trx)
      await refreshSearch(id, trx)
      await record({ id, siteId }, 'legal_procedure.created', actor, trx, { to: 'draft' })
      return { id, number }
    })
  )
}

/** Changes what is written of a procedure, against the version the form showed. Throws E_STALE and at the field that is wrong. */
export async function updateProcedure(
  procedureId: number,
  { lockVersion, ...input }: ProcedureInput & { lockVersion: number },
  actor: Actor
): Promise<void> {
  await namingTheCourt(() =>
    inTransaction(async (trx) => {
      const procedure = await lockProcedure(procedureId, trx)
      refuseStale(procedure, lockVersion)
      refuseAct('edit', procedure, 'E_ENDED', 'form')
      await refuseBad(input, procedure.siteId, trx)
      refuseImprobable(procedure, input)
      refuseWrongDay(procedure, input)
      const before = await stateOf(procedureId, trx)
      await execute(
        `update legal_procedures set kind = :kind, title = :title, court = :court, court_number = :courtNumber, counterparty = :counterparty, role = :role,
            lawyer_provider_id = :lawyerProviderId, solicitor_provider_id = :solicitorProviderId, claim_minor = :claimMinor, probability = :probability,
            expected_close_on = :expectedCloseOn, responsible_user_id = :responsibleUserId, confidential = :confidential, notes = :notes,
            lock_version = lock_version + 1, updated_by = :userId where id = :procedureId`,
        { ...input, procedureId, userId: actor.userId },
        trx
      )
      await refreshSearch(procedureId, trx)
      const diff = changedFields(before, await stateOf(procedureId, trx))
      if (diff) await record(procedure, 'legal_procedure.changed', actor, trx, { diff })
    })
  )
}

async function refuseBad(input: ProcedureInput, siteId: number, trx: Transaction): Promise<void> {
  await refuseProvider(input.lawyerProviderId, 'lawyer_provider_id', trx)
  await refuseProvider(input.solicitorProviderId, 'solicitor_provider_id', trx)
  if (input.responsibleUserId === null) return
  const able = await row(
    `select 1 as found from users u where u.id = :userId and u.status = 'active' and u.role in ('s1st3ma', 'aprobador', 'superC0ntab1l1dad')
        and (u.role = 's1st3ma' or u.all_sites or exists (select 1 from user_sites x where x.user_id = u.id and x.site_id = :siteId))`,
    { userId: input.responsibleUserId, siteId },
    trx
  )
  if (!able)
    throw new DomainError('E_RESPONSIBLE', 'El responsable no trabaja con esta empresa.', {
      field: 'responsible_user_id',
    })
}

function refuseImprobable({ provisionMinor }: LockedProcedure, { probability }: ProcedureInput): void {
  if (provisionMinor > 0 && probability !== 'probable')
    throw new DomainError(
      'E_PROVIDED',
      'Hay una provisión dotada: libérela antes de cambiar la probabilidad.',
      {
        field: 'probability',
      }
    )
}

function refuseWrongDay({ openedOn }: LockedProcedure, { expectedCloseOn }: ProcedureInput): void {
  if (openedOn && expectedCloseOn && compareDays(expectedCloseOn, openedOn) < 0)
    throw new DomainError('E_DAYS', 'La fecha de fin no puede ser anterior a la de inicio.', {
      field: 'expected_close_on',
    })
}

/**
 * Phases of the catalogue in the order given; those that are not for this kind are refused. They are planned from today,
 * one after the other, by the days of the catalogue (`planSpans`).
 */
async function addTemplate(
  procedureId: number,
  phaseIds: readonly number[],
  kind: ProcedureKind,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const known = await rows<{ id: number; defaultDays: number | null }>(
    `select p.id, p.default_days from unnest(:phaseIds::bigint[]) with ordinality as w(id, n) join phases p on p.id = w.id
      where p.active and :kind = any(p.procedure_kinds) order by w.n`,
    { phaseIds, kind },
    trx
  )
  if (known.length !== phaseIds.length || new Set(phaseIds).size !== phaseIds.length)
    throw new DomainError('E_PHASE', 'Hay fases que no son de este tipo de procedimiento.', {
      field: 'phase_ids',
    })
  const spans = planSpans(
    today(),
    known.map(({ defaultDays }) => defaultDays),
    COURT_KINDS.includes(kind) && (await isAugustOff(trx))
  )
  await execute(
    `insert into legal_procedure_phases (procedure_id, phase_id, position, name, planned_start, planned_end, planned_cost_minor, created_by, updated_by)
     select :procedureId, p.id, w.n, p.name, w.starts_on, w.ends_on, coalesce(p.default_amount_minor, 0), :userId, :userId
       from unnest(:phaseIds::bigint[], :starts::date[], :ends::date[]) with ordinality as w(id, starts_on, ends_on, n) join phases p on p.id = w.id`,
    {
      procedureId,
      phaseIds,
      starts: spans.map(({ startsOn }) => startsOn),
      ends: spans.map(({ endsOn }) => endsOn),
      userId: actor.userId,
    },
    trx
  )
}

/** What a list finds a procedure by: number, title, court, file number, the other party and the lawyers. */
export async function refreshSearch(procedureId: number, trx: Transaction): Promise<void> {
  await execute(
    `update legal_procedures p set search_text = f_unaccent(lower(concat_ws(' ', p.number, p.title, p.court, p.court_number, p.counterparty,
        (select legal_name from providers where id = p.lawyer_provider_id), (select legal_name from providers where id = p.solicitor_provider_id)))) where p.id = :procedureId`,
    { procedureId },
    trx
  )
}

/** The year's next number; who rolls back leaves no gap. */
async function nextNumber(trx: Transaction): Promise<string> {
  const year = yearOf(today())
  const { last } = await oneRow<{ last: number }>(
    `insert into legal_numbers (year, last) values (:year, 1) on conflict (year) do update set last = legal_numbers.last + 1 returning last`,
    { year },
    trx
  )
  return `PL-${year}-${String(last).padStart(4, '0')}`
}

async function namingTheCourt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'legal_procedures_court') throw error
    throw new DomainError('E_COURT', 'Ya existe un procedimiento con esos autos.', {
      field: 'court_number',
      cause: error,
    })
  }
}

/** The fields that the trail compares, people and suppliers by name. */
function stateOf(procedureId: number, trx: Transaction): Promise<Record<string, unknown>> {
  return oneRow(
    `select p.kind, p.title, p.court, p.court_number, p.counterparty, p.role, l.legal_name as lawyer, s.legal_name as solicitor, p.claim_minor, p.probability,
        p.expected_close_on, u.name as responsible, p.confidential, p.notes
       from legal_procedures p left join providers l on l.id = p.lawyer_provider_id left join providers s on s.id = p.solicitor_provider_id
       left join users u on u.id = p.responsible_user_id where p.id = :procedureId`,
    { procedureId },
    trx
  )
}
