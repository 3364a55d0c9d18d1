import type { Actor } from '#app/audit/record_event'
import { recordEvent } from '#app/audit/record_event'
import { type Client, execute, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type Changed, changeSetting } from '#app/sites/second_person/change_setting'
import type { GuardedSetting } from '#app/sites/second_person/guarded_setting'

export type PaidCompany = { id: number; name: string }

/** The companies whose debts a company may pay from its own accounts, by name. */
export function listPaidFor(payerId: number, client?: Client): Promise<PaidCompany[]> {
  return rows<PaidCompany>(
    `select s.id, s.legal_name::text as name from company_payers p join sites s on s.id = p.site_id where p.payer_site_id = :payerId order by s.legal_name`,
    { payerId },
    client
  )
}

/** For which companies of the group a company may pay («Puede pagar por»): one more takes two people, one less holds at once. */
export const paidForSetting: GuardedSetting<PaidCompany[]> = {
  name: 'paid_for',
  title: 'por qué empresas puede pagar',
  tab: 'policies',
  // What leaves meanwhile names the company too, and waits for nobody but for who takes its permission back.
  async read({ siteId }, trx) {
    await execute(`select 1 from sites where id = :siteId for no key update`, { siteId }, trx)
    return listPaidFor(siteId ?? 0, trx)
  },
  loosens: ({ before, after }) => after.some(({ id }) => !before.some((known) => known.id === id)),
  async apply({ siteId, after, reason }, actor, trx) {
    const before = await paidForSetting.read({ siteId }, trx)
    const ids = after.map(({ id }) => id)
    await execute(
      `delete from company_payers where payer_site_id = :siteId and site_id <> all(:ids::bigint[])`,
      { siteId, ids },
      trx
    )
    await execute(
      `insert into company_payers (payer_site_id, site_id) select :siteId, id from unnest(:ids::bigint[]) w(id) on conflict do nothing`,
      { siteId, ids },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'site',
        objectId: siteId,
        siteId,
        event: 'site.changed',
        reason,
        diff: { paidFor: [wordsOf(before), wordsOf(after)] },
      },
      trx
    )
  },
  words: wordsOf,
}

function wordsOf(companies: readonly PaidCompany[]): string {
  return companies.length === 0 ? 'Por ninguna' : companies.map(({ name }) => name).join(', ')
}

type Wanted = { payerId: number; siteIds: readonly number[]; reason: string | null }

/** Says for which companies one may pay. Throws at `site_ids` for the company itself or one that is not there, at `reason` for one more without a reason. */
export async function setPaidFor({ payerId, siteIds, reason }: Wanted, actor: Actor): Promise<Changed> {
  const after = await rows<PaidCompany>(
    `select id, legal_name::text as name from sites where id = any(:siteIds::bigint[]) and id <> :payerId and status <> 'archived' order by legal_name`,
    { payerId, siteIds: [...siteIds] }
  )
  if (after.length !== new Set(siteIds).size)
    throw new DomainError('E_SITE', 'Elija otras empresas del grupo, sin archivar.', { field: 'site_ids' })
  return changeSetting(paidForSetting, { siteId: payerId, after, reason }, actor)
}
