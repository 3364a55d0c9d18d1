import { generatedAt, lockChainEnd, previousRecord } from '#app/issuing/records/chain_end'
import type { NewRecord } from '#app/issuing/records/write_record'
import { billingSystem } from '#app/issuing/settings/billing_system'
import type { IssuingSettings } from '#app/issuing/settings/issuing_settings'
import type { Chained } from '#app/issuing/verifactu/record'
import type { Transaction } from '#app/kernel/database/sql'

/** Where the next record of a company stands in its chain, and what its XML says of that but for its own hash. */
export type RecordPlace = {
  place: Pick<NewRecord, 'siteId' | 'installation' | 'seq' | 'previousHash' | 'at' | 'atText'>
  chained: Omit<Chained, 'Huella'>
}

/**
 * The next place in the chain of a company, which nobody else takes until the transaction ends. Throws E_CHAIN_BROKEN where the record
 * before is not what it was.
 */
export async function takePlace(settings: IssuingSettings, trx: Transaction): Promise<RecordPlace> {
  const { siteId, installation } = settings
  const end = await lockChainEnd({ siteId, installation, kind: 'records' }, trx)
  const previous = await previousRecord(settings, end, trx)
  const { at, text } = generatedAt(end, settings.territory)
  return {
    place: { siteId, installation, seq: end.seq + 1, previousHash: end.hash, at, atText: text },
    chained: { previous, system: await billingSystem(settings, trx), FechaHoraHusoGenRegistro: text },
  }
}
