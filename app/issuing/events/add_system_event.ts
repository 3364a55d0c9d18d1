import type { Actor } from '#app/audit/record_event'
import { generatedAt, lockChainEnd } from '#app/issuing/records/chain_end'
import { billingSystem } from '#app/issuing/settings/billing_system'
import type { IssuingSettings } from '#app/issuing/settings/issuing_settings'
import { hashEvent } from '#app/issuing/verifactu/canonical_hash'
import type { EventOwn } from '#app/issuing/verifactu/event'
import { execute, row, type Transaction } from '#app/kernel/database/sql'

export type SystemEvent = {
  own: EventOwn
  /** At most a hundred characters. */
  note?: string
  actor: Actor
}

const NOTE_MAX = 100

/** Notes what happened to the system of a company, chained to the event before. */
export async function addSystemEvent(
  settings: IssuingSettings,
  { own, note, actor }: SystemEvent,
  trx: Transaction
): Promise<void> {
  const { type, ...data } = own
  const { siteId, installation } = settings
  const end = await lockChainEnd({ siteId, installation, kind: 'events' }, trx)
  const system = await billingSystem(settings, trx)
  const { at, text } = generatedAt(end, settings.territory)
  const { text: hashedText, hash } = hashEvent({
    producerNif: system.NIF,
    producerId: undefined,
    system,
    issuerNif: settings.taxId,
    type,
    previousHash: end.hash ?? undefined,
    at: text,
  })
  const before = await row<{ type: string }>(
    `select type from verifactu_events where site_id = :siteId and installation = :installation and seq = :seq`,
    { siteId, installation, seq: end.seq },
    trx
  )
  await execute(
    `insert into verifactu_events (site_id, installation, seq, type, data, note, previous_hash, previous_type, hash, hashed_text, generated_at,
        generated_text, system, created_by)
     values (:siteId, :installation, :seq, :type, :data::jsonb, :note, :previousHash, :previousType, :hash, :hashedText, :at::timestamptz,
        :text, :system::jsonb, :userId)`,
    {
      siteId,
      installation,
      seq: end.seq + 1,
      type,
      data: JSON.stringify(data),
      note: note?.slice(0, NOTE_MAX) ?? null,
      previousHash: end.hash,
      previousType: before?.type ?? null,
      hash,
      hashedText,
      at: at.toISOString(),
      text,
      system: JSON.stringify(system),
      userId: actor.userId,
    },
    trx
  )
}
