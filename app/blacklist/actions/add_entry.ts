import { type Actor, recordEvent } from '#app/audit/record_event'
import type { PatternType, Reason, Severity } from '#app/blacklist/blacklist_labels'
import { listedForm } from '#app/blacklist/listed_form'
import { sweepEntries } from '#app/blacklist/sweepers'
import { storeFile } from '#app/files/store_file'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isValidIban, maskIban } from '#app/kernel/identifiers/iban'
import { addDays, type CalendarDate, today } from '#app/kernel/time/calendar_date'

export type NewEntry = {
  patternType: PatternType
  value: string
  severity: Severity
  reason: Reason
  comment: string
  ownerName: string | null
  expiresOn: CalendarDate | null
  /** Kept although it is no valid IBAN: s1st3ma only. */
  isInvalid: boolean
  evidence: { name: string; bytes: Uint8Array } | null
}

const COMMENT_LENGTH_MIN = 5

/**
 * Lists an account, a bank or a country, at once: what is on its way is stopped as soon as the entry is kept. Gives its key
 * and what it reached. Throws at `value`, `comment` and `expires_on`.
 */
export async function addEntry(entry: NewEntry, actor: Actor): Promise<{ id: number; report: string }> {
  const id = await inTransaction(async (trx) => {
    await lockList(trx)
    return insertEntry(entry, actor, trx)
  })
  return { id, report: await sweepEntries([id], actor) }
}

/** What leaves waits for what is being listed, and the other way round (area 27, the race with the release). */
export async function lockList(trx: Transaction): Promise<void> {
  await execute(`select pg_advisory_xact_lock(27, 0)`, {}, trx)
}

/** One entry under the lock of the list, its event with it. */
export async function insertEntry(
  entry: NewEntry,
  actor: Actor,
  trx: Transaction,
  importId: string | null = null
): Promise<number> {
  const value = checkedValue(entry)
  refuseBadRest(entry)
  const taken = await row(
    `select 1 as found from iban_blacklist where status = 'active' and pattern_type = :type and value = :value`,
    { type: entry.patternType, value },
    trx
  )
  if (taken) throw new DomainError('E_LISTED', 'Este IBAN ya está en la lista negra.', { field: 'value' })
  const evidence = entry.evidence
    ? await storeFile({ ...entry.evidence, createdBy: actor.userId }, trx)
    : null
  const { id } = await oneRow<{ id: number }>(
    `insert into iban_blacklist (pattern_type, value, severity, reason, comment, owner_name, evidence_file_id, expires_on, is_invalid, import_id, created_by)
     values (:type, :value, :severity, :reason, :comment, :ownerName, :evidenceId, :expiresOn, :isInvalid, :importId::uuid, :userId) returning id`,
    {
      type: entry.patternType,
      value,
      severity: entry.severity,
      reason: entry.reason,
      comment: entry.comment.trim(),
      ownerName: entry.ownerName,
      evidenceId: evidence?.id ?? null,
      expiresOn: entry.expiresOn,
      isInvalid: entry.patternType === 'iban' && !isValidIban(value),
      importId,
      userId: actor.userId,
    },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'iban_blacklist',
      objectId: id,
      event: 'blacklist.added',
      to: 'active',
      reason: entry.comment.trim(),
      diff: { value: [null, entry.patternType === 'iban' ? maskIban(value) : value] },
    },
    trx
  )
  return id
}

/** The value as the list keeps it. Throws E_IBAN at `value`. */
export function checkedValue({
  patternType,
  value,
  isInvalid,
}: Pick<NewEntry, 'patternType' | 'value' | 'isInvalid'>): string {
  const plain = listedForm(value)
  const wrong = (text: string) => new DomainError('E_IBAN', text, { field: 'value' })
  if (patternType === 'country') {
    if (!/^[A-Z]{2}$/.test(plain)) throw wrong('Indique las dos letras del país.')
    return plain
  }
  if (patternType === 'bank_prefix') {
    const prefix = /^\d{4}$/.test(plain) ? `ES${plain}` : plain
    if (!/^[A-Z]{2}[A-Z0-9]{1,10}$/.test(prefix))
      throw wrong('Indique el país y el código del banco, por ejemplo ES2100.')
    return prefix
  }
  if (isValidIban(plain)) return plain
  if (!isInvalid || !/^[A-Z]{2}\d{2}[A-Z0-9]{4,30}$/.test(plain)) throw wrong('El IBAN no es válido.')
  return plain
}

/** Throws at `comment` and `expires_on`. */
export function refuseBadRest({ comment, expiresOn }: Pick<NewEntry, 'comment' | 'expiresOn'>): void {
  if (comment.trim().length < COMMENT_LENGTH_MIN)
    throw new DomainError('E_COMMENT', 'Indique el motivo (mínimo 5 caracteres).', { field: 'comment' })
  if (expiresOn !== null && expiresOn < addDays(today(), 1))
    throw new DomainError('E_EXPIRY', 'La caducidad debe ser posterior a hoy.', { field: 'expires_on' })
}
