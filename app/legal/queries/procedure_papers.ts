import type { Role } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import {
  FILE_KINDS,
  type LegalFileKind,
  OFFSET_METHODS,
  type OffsetMethod,
  TERMS,
  type Term,
} from '#app/legal/legal_labels'
import { allowsAct } from '#app/legal/procedure_hindrances'
import type { LegalViewer } from '#app/legal/scoped'
import { costWorkflow } from '#app/legal/workflows/cost_workflow'
import type { ProcedureStatus } from '#app/legal/workflows/procedure_workflow'

const euros = (minor: number) => ({ minor, currency: 'EUR' })

type FoundOffset = {
  id: number
  costId: number
  cost: string
  amountMinor: number
  paidOn: CalendarDate
  method: OffsetMethod
  reference: string
  reason: string | null
  hasMovement: boolean
  isSupported: boolean
  documentId: number
  reversedAt: Date | null
  reversalReason: string | null
  who: string | null
}

/** What was paid outside of the product; a movement that was taken from it since leaves it without support. */
export async function listOffsets(procedureId: number, status: ProcedureStatus, role: Role) {
  const found = await rows<FoundOffset>(
    `select o.id, o.cost_id, c.description as cost, o.amount_minor, o.paid_on, o.method, o.reference, o.reason, o.bank_statement_line_id is not null as has_movement,
        not exists (select 1 from journal_entries x where x.reverses_id = o.journal_entry_id) as is_supported, o.document_id, o.reversed_at, o.reversal_reason, u.name as who
       from manual_payment_offsets o join legal_procedure_costs c on c.id = o.cost_id left join users u on u.id = o.created_by
      where c.procedure_id = :procedureId order by o.id desc`,
    { procedureId }
  )
  const canUndo =
    allowsAct('add', status) && costWorkflow.transitions.undo_offset.roles.some((allowed) => allowed === role)
  return found.map((offset) => ({
    id: offset.id,
    costId: offset.costId,
    cost: offset.cost,
    amount: euros(offset.amountMinor),
    paidOn: offset.paidOn,
    method: OFFSET_METHODS[offset.method],
    reference: offset.reference,
    reason: offset.reason,
    documentId: offset.documentId,
    who: offset.who,
    status: offsetBadge(offset),
    reversalReason: offset.reversalReason,
    actions: canUndo && offset.reversedAt === null ? ['undo'] : [],
  }))
}

function offsetBadge({ reversedAt, hasMovement, isSupported }: FoundOffset) {
  if (reversedAt !== null) return { label: 'Deshecho', tone: 'grey' as const }
  if (!hasMovement) return { label: 'Registrado', tone: 'green' as const }
  return isSupported
    ? { label: 'Con soporte bancario', tone: 'green' as const }
    : { label: 'Sin soporte bancario', tone: 'amber' as const }
}

type FoundFile = {
  id: number
  name: string
  kind: LegalFileKind
  phase: string | null
  version: number
  isReplaced: boolean
  confidential: boolean
  sizeBytes: number
  who: string | null
  at: Date
  isOwn: boolean
}

/** The files of a procedure, the newest first; reserved ones only for whoever sees all of it. */
export async function listFiles(procedureId: number, viewer: LegalViewer, isWhole: boolean) {
  const found = await rows<FoundFile>(
    `select l.id, f.name, l.kind, h.name as phase, l.version, exists (select 1 from legal_procedure_files n where n.replaces_id = l.id) as is_replaced, l.confidential, f.size_bytes,
        u.name as who, l.created_at as at, l.created_by = :viewerId and l.created_at > now() - interval '24 hours' as is_own
       from legal_procedure_files l join files f on f.id = l.file_id left join legal_procedure_phases h on h.id = l.procedure_phase_id left join users u on u.id = l.created_by
      where l.procedure_id = :procedureId and (not l.confidential or :isWhole) order by l.id desc`,
    { procedureId, viewerId: viewer.id, isWhole }
  )
  return found.map((file) => ({
    id: file.id,
    name: file.name,
    kind: FILE_KINDS[file.kind],
    phase: file.phase,
    version: file.version,
    isReplaced: file.isReplaced,
    confidential: file.confidential,
    sizeBytes: file.sizeBytes,
    who: file.who,
    at: file.at.toISOString(),
    actions: [...(file.isReplaced ? [] : ['version']), ...(file.isOwn && !file.isReplaced ? ['delete'] : [])],
  }))
}

const PROVISION_EVENTS = { set: 'Dotación', used: 'Aplicación', released: 'Exceso' } as const

/** What was provided for the loss, used and released, the newest first. */
export async function listProvisions(procedureId: number) {
  const found = await rows<{
    id: number
    event: keyof typeof PROVISION_EVENTS
    amountMinor: number
    balanceMinor: number
    term: Term
    reason: string
    who: string | null
    at: Date
  }>(
    `select l.id, l.event, l.amount_minor, l.balance_minor, l.term, l.reason, u.name as who, l.created_at as at from legal_loss_provisions l left join users u on u.id = l.created_by
      where l.procedure_id = :procedureId order by l.id desc`,
    { procedureId }
  )
  return found.map((line) => ({
    id: line.id,
    event: PROVISION_EVENTS[line.event],
    amount: euros(line.amountMinor),
    balance: euros(line.balanceMinor),
    term: TERMS[line.term],
    reason: line.reason,
    who: line.who,
    at: line.at.toISOString(),
  }))
}
