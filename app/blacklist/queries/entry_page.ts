import { listEvents } from '#app/audit/list_events'
import { PATTERN_TYPES, POINTS, REASONS, SEVERITIES } from '#app/blacklist/blacklist_labels'
import type BlacklistEntry from '#app/blacklist/models/blacklist_entry'
import { bankOf } from '#app/blacklist/queries/list_entries'
import { findAffected, likeOf } from '#app/blacklist/sweepers'
import { entryWorkflow } from '#app/blacklist/workflows/entry_workflow'
import { row, rows } from '#app/kernel/database/sql'
import { formatIban, maskIban } from '#app/kernel/identifiers/iban'

type Viewer = { id: number; role: string; scope: number[] | 'all' }

/** Everything that the page of one entry shows. */
export async function entryPage(entry: BlacklistEntry, viewer: Viewer) {
  const [names, hits, events, affected] = await Promise.all([
    namesOf(entry),
    listHits(entry.id),
    listEvents('iban_blacklist', entry.id),
    findAffected(likeOf(entry.patternType, entry.value), viewer.scope),
  ])
  const isAsked = entry.liftRequestedBy !== null
  const actions: string[] = entryWorkflow.available(entry.status, viewer.role).filter((transition) => {
    if (transition === 'lift') return isAsked && entry.liftRequestedBy !== viewer.id
    return transition !== 'request_lift' || !isAsked
  })
  return {
    entry: {
      id: entry.id,
      value: entry.patternType === 'iban' ? formatIban(entry.value) : entry.value,
      patternType: entry.patternType,
      kind: PATTERN_TYPES[entry.patternType],
      bank: bankOf(entry.patternType, entry.value),
      severity: entry.severity,
      severityLabel: SEVERITIES[entry.severity],
      reason: entry.reason,
      reasonLabel: REASONS[entry.reason],
      comment: entry.comment,
      ownerName: entry.ownerName,
      expiresOn: entry.expiresOn,
      isInvalid: entry.isInvalid,
      state: entry.status,
      status: { label: entryWorkflow.label(entry.status), tone: entryWorkflow.tone(entry.status) },
      createdBy: names?.createdBy ?? null,
      createdAt: entry.createdAt.toISO() ?? '',
      liftRequestedBy: names?.requestedBy ?? null,
      liftRequestedAt: entry.liftRequestedAt?.toISO() ?? null,
      liftRequestReason: entry.liftRequestReason,
      liftedBy: names?.liftedBy ?? null,
      liftedAt: entry.liftedAt?.toISO() ?? null,
      evidence: names?.evidence ?? null,
      lockVersion: entry.lockVersion,
      actions,
    },
    hits,
    events,
    affected,
  }
}

function namesOf({ id }: BlacklistEntry) {
  return row<{
    createdBy: string | null
    requestedBy: string | null
    liftedBy: string | null
    evidence: string | null
  }>(
    `select c.name as created_by, r.name as requested_by, l.name as lifted_by, f.name as evidence from iban_blacklist b left join users c on c.id = b.created_by
       left join users r on r.id = b.lift_requested_by left join users l on l.id = b.lifted_by left join files f on f.id = b.evidence_file_id where b.id = :id`,
    { id }
  )
}

const OUTCOMES: Record<string, string> = { blocked: 'Bloqueado', warned: 'Avisado', released: 'Autorizado' }

/** The last two hundred attempts that ran into an entry. */
async function listHits(entryId: number) {
  const found = await rows<{
    id: number
    point: string
    iban: string
    who: string | null
    outcome: string
    at: Date
  }>(
    `select h.id, h.point, h.iban, u.name as who, h.outcome, h.at from iban_blacklist_hits h left join users u on u.id = h.user_id
      where h.entry_id = :entryId order by h.at desc, h.id desc limit 200`,
    { entryId }
  )
  return found.map(({ point, iban, outcome, at, ...hit }) => ({
    ...hit,
    point: POINTS[point] ?? point,
    iban: maskIban(iban),
    outcome: OUTCOMES[outcome] ?? outcome,
    at: at.toISOString(),
  }))
}
