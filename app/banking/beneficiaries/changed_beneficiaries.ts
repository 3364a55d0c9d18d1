import { type Actor, recordEvents } from '#app/audit/record_event'
import { tellChange } from '#app/connectors/state/tell_change'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import { counted } from '#app/kernel/text/counted'

/** A beneficiary that is another one now: another name, another account, or both. */
export type ChangedBeneficiary = {
  id: number
  name: string
  iban: string | null
  account: string
  newName: string
  newIban: string | null
  newAccount: string
}

/** Which of these (`t`, records as they are told) the connection has with another name or account, under their locks. */
export const findChanged = (
  connectorId: number,
  records: string,
  trx: Transaction
): Promise<ChangedBeneficiary[]> =>
  rows<ChangedBeneficiary>(
    `select p.id, p.name, p.iban, p.account, t.name as new_name, t.iban as new_iban, t.account as new_account from provider_beneficiaries p
       join jsonb_to_recordset(:records::jsonb) as t(external_id text, name text, iban text, currency text, details jsonb, account text) on t.external_id = p.external_id
      where p.connector_id = :connectorId and (p.name, p.iban, p.account, p.currency, p.details) is distinct from (t.name, t.iban, t.account, t.currency, t.details)
      order by p.id for update of p`,
    { connectorId, records },
    trx
  )

const NAMED_MAX = 20

/** Writes down who is another one now, and tells people: nobody has answered for what stands there. */
export async function tellChanged(
  connectorId: number,
  changed: readonly ChangedBeneficiary[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (changed.length === 0) return
  const connector = await oneRow<{ id: number; provider: string; siteId: number; label: string }>(
    `select id, provider, site_id, label from connectors where id = :connectorId`,
    { connectorId },
    trx
  )
  await recordEvents(
    changed.map(({ id, ...one }) => ({
      actor,
      objectType: 'provider_beneficiary',
      objectId: id,
      siteId: connector.siteId,
      event: 'provider_beneficiary.changed',
      reason: 'El banco lo tiene ahora con otro nombre u otra cuenta: hay que verificarlo de nuevo',
      diff: {
        name: [one.name, one.newName],
        account: [endOf(one.iban, one.account), endOf(one.newIban, one.newAccount)],
      },
    })),
    trx
  )
  const more = changed.length > NAMED_MAX ? `\nY ${changed.length - NAMED_MAX} más.` : ''
  await tellChange(
    connector,
    {
      title: `${counted(changed.length, 'beneficiario ha', 'beneficiarios han')} cambiado`,
      done: 'el banco ha dicho otro nombre u otra cuenta de quien ya tenía',
      text: `${changed.slice(0, NAMED_MAX).map(lineOf).join('\n')}${more}\n\nNo se les paga hasta que dos personas respondan por ellos y pase el plazo de espera. Compruebe con cada uno, por otra vía, que el cambio es suyo.`,
    },
    actor,
    trx
  )
}

/** «Acme SL, •••• 1332: ahora Acme Limited, •••• 4821». */
const lineOf = ({ name, iban, account, newName, newIban, newAccount }: ChangedBeneficiary): string =>
  `${name}, ${endOf(iban, account)}: ahora ${newName}, ${endOf(newIban, newAccount)}`

/** Mails are read on the way: the end of an account is enough to know it. */
const endOf = (iban: string | null, account: string): string =>
  iban === null ? account : `•••• ${lastFour(iban)}`
