import { type Client, rows } from '#app/kernel/sql'
import { loadOpenItems } from '#app/reconciliation/queries/load_open_items'
import {
  loadPaymentsInTransit,
  loadPostedLines,
  type Window,
} from '#app/reconciliation/queries/load_payments'
import { loadTransfers } from '#app/reconciliation/queries/load_transfers'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import type { Candidate, PartyKey, ScoreContext } from '#app/reconciliation/scoring/match_types'

/** Everything that movements of an account in some days may be, and what scoring has to know. */
export type Pool = { candidates: Candidate[]; context: ScoreContext }

export async function loadPool(
  account: MatchAccount,
  window: Window,
  client?: Client,
  viewerId: number | null = null
): Promise<Pool> {
  const [payments, posted, openItems, transfers, ibanOwners, learned] = await Promise.all([
    loadPaymentsInTransit(account, window, client),
    loadPostedLines(account, window, client),
    loadOpenItems(account, window, client),
    loadTransfers(account, window, client, viewerId),
    loadIbanOwners(account, window, client),
    loadLearned(account.siteId, client),
  ])
  return {
    candidates: [...payments, ...posted, ...openItems, ...transfers],
    context: { toleranceMinor: account.toleranceMinor, ibanOwners, learned },
  }
}

/** Whose the IBANs in the open movements are: verified bank details of providers, and accounts of the group. */
async function loadIbanOwners({ id }: MatchAccount, { from, to }: Window, client?: Client) {
  const found = await rows<{ iban: string; party: PartyKey }>(
    `with seen as (select distinct counterparty_iban as iban from bank_statement_lines where bank_account_id = :id and counterparty_iban is not null
            and status in ('pending', 'suggested', 'partially_matched') and booked_on between :from and :to)
     select iban, 'provider:' || provider_id as party from provider_banks join seen using (iban) where verification = 'verified' and disabled_at is null
     union select iban, 'site:' || site_id from bank_accounts join seen using (iban)`,
    { id, from, to },
    client
  )
  const owners = new Map<string, PartyKey[]>()
  for (const { iban, party } of found) owners.set(iban, [...(owners.get(iban) ?? []), party])
  return owners
}

async function loadLearned(siteId: number, client?: Client) {
  const found = await rows<{ skeleton: string; party: PartyKey; times: number }>(
    `select skeleton, counterparty_type || ':' || counterparty_id as party, times from match_associations where site_id = :siteId and times > 0`,
    { siteId },
    client
  )
  const learned = new Map<string, Map<PartyKey, number>>()
  for (const { skeleton, party, times } of found) {
    const parties = learned.get(skeleton) ?? new Map<PartyKey, number>()
    learned.set(skeleton, parties.set(party, times))
  }
  return learned
}
