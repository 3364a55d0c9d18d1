import { randomUUID } from 'node:crypto'
import { findIssuingSettings, type IssuingSettings } from '#app/issuing/settings/issuing_settings'
import { execute, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'

/** Longer than a sending may take: a process that was killed is followed by another after it. */
const HELD_SECONDS = 180
/** Older records were held up by something, and say so (Incidencia). */
const LATE_MINUTES = 15

export type SentRecord = {
  id: number
  seq: number
  kind: 'alta' | 'anulacion'
  xml: string
  number: string
  /** Its sending was cut off, or it was sent after the backup that was restored: AEAT may have it already. */
  mayBeThere: boolean
}

export type Submission = {
  id: number
  holder: string
  settings: IssuingSettings
  connectorId: number
  isIncident: boolean
  records: SentRecord[]
}

/**
 * Takes the records of a company that wait, in the order of their chain, at most as many as one sending holds. Those whose
 * sending was cut off are among them: AEAT tells which it has. Null while somebody else sends for the company, or there is
 * nothing to send.
 */
export function beginSubmission(siteId: number, atMost: number): Promise<Submission | null> {
  return inTransaction(async (trx) => {
    const holder = randomUUID()
    if (!(await hold(siteId, holder, trx))) return null
    const settings = await findIssuingSettings(siteId, trx)
    if (!settings || settings.connectorId === null) return release(siteId, holder, trx)
    await takeBackLost(siteId, trx)
    const found = await waitingRecords(siteId, atMost, trx)
    if (found.length === 0) return release(siteId, holder, trx)
    const isIncident = found.some(({ attempts, isLate }) => attempts > 0 || isLate)
    const { id } = await oneRow<{ id: number }>(
      `insert into verifactu_submissions (site_id, connector_id, records, is_incident) values (:siteId, :connectorId, :records, :isIncident) returning id`,
      { siteId, connectorId: settings.connectorId, records: found.length, isIncident },
      trx
    )
    await execute(
      `update verifactu_deliveries set status = 'sending', attempts = attempts + 1, submission_id = :id where record_id = any(:ids::bigint[])`,
      { id, ids: found.map((record) => record.id) },
      trx
    )
    return { id, holder, settings, connectorId: settings.connectorId, isIncident, records: found }
  })
}

async function hold(siteId: number, holder: string, trx: Transaction): Promise<boolean> {
  const taken = await row(
    `insert into verifactu_senders as s (site_id, holder, held_until)
     values (:siteId, :holder, clock_timestamp() + make_interval(secs => ${HELD_SECONDS}))
     on conflict (site_id) do update set holder = excluded.holder, held_until = excluded.held_until
       where s.held_until is null or s.held_until < clock_timestamp()
     returning site_id`,
    { siteId, holder },
    trx
  )
  return taken !== null
}

async function release(siteId: number, holder: string, trx: Transaction): Promise<null> {
  await execute(
    `update verifactu_senders set holder = null, held_until = null where site_id = :siteId and holder = :holder`,
    { siteId, holder },
    trx
  )
  return null
}

/** Sendings that nobody ended: their process is gone, and whoever holds the company now sends them again. */
async function takeBackLost(siteId: number, trx: Transaction): Promise<void> {
  await execute(
    `update verifactu_submissions set status = 'failed', answered_at = clock_timestamp(), error = 'El envío se cortó.'
      where site_id = :siteId and status = 'sending'`,
    { siteId },
    trx
  )
  await execute(
    `update verifactu_deliveries set status = 'pending' where site_id = :siteId and status = 'sending'`,
    { siteId },
    trx
  )
}

type Waiting = SentRecord & { attempts: number; isLate: boolean }

function waitingRecords(siteId: number, atMost: number, trx: Transaction): Promise<Waiting[]> {
  return rows<Waiting>(
    `select r.id, r.seq, r.kind, r.xml, r.number, d.attempts,
        r.created_at < clock_timestamp() - make_interval(mins => ${LATE_MINUTES}) as is_late,
        d.attempts > 0 or exists (select 1 from issuing_restores h where h.site_id = d.site_id and r.created_at < h.restored_at) as may_be_there
       from verifactu_deliveries d join verifactu_records r on r.id = d.record_id
      where d.site_id = :siteId and d.status = 'pending' order by r.id limit :atMost for update of d`,
    { siteId, atMost },
    trx
  )
}
