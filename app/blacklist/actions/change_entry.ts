import { DateTime } from 'luxon'
import { type Actor, changedFields, recordEvent, SYSTEM } from '#app/audit/record_event'
import { refuseBadRest } from '#app/blacklist/actions/add_entry'
import type { Reason, Severity } from '#app/blacklist/blacklist_labels'
import BlacklistEntry from '#app/blacklist/models/blacklist_entry'
import { sweepEntries } from '#app/blacklist/sweepers'
import { type EntryStatus, entryWorkflow } from '#app/blacklist/workflows/entry_workflow'
import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { maskIban } from '#app/kernel/identifiers/iban'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { queueMail } from '#app/mail/queue_mail'

type Change = {
  severity: Severity
  reason: Reason
  comment: string
  ownerName: string | null
  expiresOn: CalendarDate | null
  lockVersion: number
}

/** Changes why and how long; what is listed is never rewritten. One that blocks never becomes one that only warns: that is a lift. */
export async function updateEntry(
  entryId: number,
  { lockVersion, ...given }: Change,
  actor: Actor
): Promise<void> {
  const isStricter = await inTransaction(async (trx) => {
    const entry = await lockEntry(entryId, trx)
    entryWorkflow.next(entry.status, 'edit')
    if (entry.lockVersion !== lockVersion)
      throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
        field: 'form',
      })
    if (given.expiresOn !== entry.expiresOn || given.comment !== entry.comment) refuseBadRest(given)
    if (entry.severity === 'block' && given.severity === 'warn')
      throw new DomainError(
        'E_WEAKER',
        'Para dejar de bloquear solicite la baja: la confirma otra persona.',
        {
          field: 'severity',
        }
      )
    refuseShorter(entry, given.expiresOn)
    const wasWarning = entry.severity === 'warn'
    const before = Object.fromEntries(
      Object.keys(given).map((field) => [field, entry[field as keyof typeof given]])
    )
    const diff = changedFields(before, given)
    if (!diff) return false
    entry.merge({ ...given, lockVersion: lockVersion + 1 })
    await entry.save()
    await record(entry, 'blacklist.changed', actor, trx, { diff })
    return wasWarning && given.severity === 'block'
  })
  if (isStricter) await sweepEntries([entryId], actor)
}

/** An end that one person sets or brings nearer would take an account off without the second one. */
function refuseShorter({ expiresOn }: BlacklistEntry, wanted: CalendarDate | null): void {
  if (wanted === null || wanted === expiresOn || (expiresOn !== null && wanted > expiresOn)) return
  throw new DomainError('E_EXPIRY', 'Para acortar el bloqueo solicite la baja: la confirma otra persona.', {
    field: 'expires_on',
  })
}

/** Asks that an account be taken off; it stays listed until somebody else confirms it. */
export async function requestLift(entryId: number, reason: string | null, actor: Actor): Promise<void> {
  const why = (reason ?? '').trim()
  if (why.length < 5)
    throw new DomainError('E_REASON', 'Indique el motivo (mínimo 5 caracteres).', { field: 'reason' })
  await inTransaction(async (trx) => {
    const entry = await lockEntry(entryId, trx)
    entryWorkflow.next(entry.status, 'request_lift')
    if (entry.liftRequestedBy !== null)
      throw new DomainError('E_TRANSITION', 'La baja ya está solicitada: otra persona debe confirmarla.')
    entry.merge({
      liftRequestedBy: actor.userId,
      liftRequestedAt: DateTime.now(),
      liftRequestReason: why,
      lockVersion: entry.lockVersion + 1,
    })
    await entry.save()
    await record(entry, 'blacklist.lift_requested', actor, trx, { reason: why })
  })
}

/** Takes it off: somebody else than who asked. Bank details stay blacklisted until they are verified again (area 04). */
export async function liftEntry(entryId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const entry = await lockEntry(entryId, trx)
    const from = entry.status
    const to = entryWorkflow.next(from, 'lift')
    if (entry.liftRequestedBy === null)
      throw new DomainError('E_TRANSITION', 'Antes hay que solicitar la baja.')
    if (entry.liftRequestedBy === actor.userId)
      throw new DomainError('E_FOUR_EYES', 'La baja debe confirmarla otro usuario.')
    entry.merge({
      status: to,
      liftedBy: actor.userId,
      liftedAt: DateTime.now(),
      liftReason: entry.liftRequestReason,
      lockVersion: entry.lockVersion + 1,
    })
    await entry.save()
    await record(entry, 'blacklist.lifted', actor, trx, { from, to, reason: entry.liftRequestReason })
  })
}

/** Entries whose last day has passed. Gives how many. */
export async function expireEntries(day: CalendarDate = today()): Promise<number> {
  const over = await rows<{ id: number }>(
    `select id from iban_blacklist where status = 'active' and expires_on <= :day order by id`,
    { day }
  )
  for (const { id } of over) {
    await inTransaction(async (trx) => {
      const entry = await lockEntry(id, trx)
      if (entry.status !== 'active' || entry.expiresOn === null || entry.expiresOn > day) return
      const to: EntryStatus = entryWorkflow.next(entry.status, 'expire')
      entry.merge({ status: to, lockVersion: entry.lockVersion + 1 })
      await entry.save()
      await record(entry, 'blacklist.expired', SYSTEM, trx, { from: 'active', to })
      await tellExpired(entry, trx)
    })
  }
  return over.length
}

/** Senior accounting hears that an account may be paid again (area 27). */
async function tellExpired(
  { id, patternType, value, comment }: BlacklistEntry,
  trx: Transaction
): Promise<void> {
  const people = await rows<{ name: string; email: string }>(
    `select name, email::text from users where status = 'active' and role = 'superC0ntab1l1dad' order by id`,
    {},
    trx
  )
  const shown = patternType === 'iban' ? maskIban(value) : value
  for (const { name, email } of people)
    await queueMail(
      {
        to: email,
        subject: 'Ha caducado una entrada de la lista negra',
        body: `Hola, ${name}:\n\n${shown} ya no está bloqueado: su plazo ha terminado. Motivo con el que se añadió: ${comment}\n\nSi debe seguir bloqueado, añádalo otra vez.`,
        objectType: 'iban_blacklist',
        objectId: id,
      },
      trx
    )
}

function lockEntry(entryId: number, trx: Transaction): Promise<BlacklistEntry> {
  return BlacklistEntry.query({ client: trx }).where('id', entryId).forUpdate().firstOrFail()
}

type Said = {
  from?: string
  to?: string
  reason?: string | null
  diff?: Record<string, [unknown, unknown]> | null
}

function record(
  entry: BlacklistEntry,
  event: string,
  actor: Actor,
  trx: Transaction,
  said: Said
): Promise<void> {
  return recordEvent({ actor, objectType: 'iban_blacklist', objectId: entry.id, event, ...said }, trx)
}
